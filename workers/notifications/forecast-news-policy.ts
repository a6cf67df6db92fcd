/** Forecast news policy: notifies recyclers of each nightly forecast of the next day. */

import type { Event, EventData } from '#contract/events.ts'
import { nightlyId } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#domain/city-time.ts'
import type { Regularity } from '#domain/forecasting.ts'
import { formatTenths, withUnit } from '#domain/number-format.ts'
import { isDaily, regularityText } from '#domain/regularity.ts'
import type { Policy } from '../runner/policy.ts'
import { emptyState, type PolicyState, withPrefix } from '../runner/policy-state.ts'
import { createRoleNews } from './news.ts'

/** Returns 'Tue 24 Nov' for a day of the city. */
const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Returns the expected waste of a day, with a condition if loads do not arrive daily. */
function messageOf(date: string, { p10, p50, p90 }: Record<'p10' | 'p50' | 'p90', number>, regularity?: Regularity) {
  const waste = `${withUnit(formatTenths(p50), 't')} of waste are expected`
  const range = `likely ${formatTenths(p10)} to ${withUnit(formatTenths(p90), 't')}.`
  return regularity && !isDaily(regularity)
    ? `If loads arrive on ${dayText(date)}, about ${waste}, ${range} ${regularityText(regularity)}`
    : `About ${waste} on ${dayText(date)}, ${range}`
}

/**
 * `clock` decides which news are current.
 * A requested forecast is already visible to its requester.
 */
export function createForecastNewsPolicy(clock: () => Date, keep: PolicyState = emptyState): Policy {
  const { tell, sent, outstanding } = createRoleNews(clock, withPrefix(keep, 'news'))

  function made({ forecastId, madeOn, madeAt: at, city, regularity }: EventData<'ForecastMade'>): void {
    const date = addDays(madeOn, 1)
    const day = city.find((other) => other.date === date)
    if (!day || forecastId !== nightlyId(madeOn)) return
    const message = messageOf(date, day, regularity)
    const metadata = { date, tonnes: day.p50, p10: day.p10, p90: day.p90 }
    tell(`forecast-${date}`, {
      audience: 'recycler',
      kind: 'forecast',
      title: 'New Waste Forecast',
      message,
      metadata,
      at,
    })
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
