/** Forecast news policy: notifies recyclers of each nightly forecast. */

import type { Event, EventData } from '#contract/events.ts'
import { nightlyForecastId } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#domain/city-time.ts'
import type { Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, prefixPolicyStateParts, unstoredState } from '../runner/policy-state.ts'
import { createRoleNotificationQueue } from './news.ts'

/**
 * Creates the policy.
 * `clock` decides which notifications are recent enough to be sent.
 * A requested forecast causes none, because the user who requests it sees it anyway.
 */
export function createForecastNewsPolicy(clock: () => Date, keep: OpenPolicyStatePart = unstoredState): Policy {
  const { tell, sent, outstanding } = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))

  function made({ forecastId, madeOn, madeAt: at, city, regularity }: EventData<'ForecastMade'>): void {
    const date = addDays(madeOn, 1)
    const day = city.find((other) => other.date === date)
    if (!day || forecastId !== nightlyForecastId(madeOn)) return
    const { p10, p50, p90 } = day
    const loads = regularity && { loadDays: regularity.days, ofDays: regularity.of }
    const text = { kind: 'waste-forecast', values: { date, p10, p50, p90, ...loads } } as const
    const metadata = { date, tonnes: p50, p10, p90 }
    tell(`forecast-${date}`, { audience: 'recycler', kind: 'forecast', text, metadata, at })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'ForecastMade':
          return made(data)
        case 'NotificationSent':
          return sent(data.notificationId)
      }
    },
    outstanding,
  }
}
