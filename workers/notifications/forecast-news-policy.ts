/** Forecast news policy: notifies recyclers of each nightly forecast of the next day. */

import type { Event, EventData } from '#contract/events.ts'
import { nightlyId } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#rules/city-time.ts'
import { tenths, withUnit } from '#rules/figure.ts'
import { type Keep, unkept, within } from '../runner/keep.ts'
import type { Policy } from '../runner/policy.ts'
import { createNews } from './news.ts'

/** Returns 'Tue 24 Nov' for a day of the city. */
const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/**
 * `clock` decides which news are current.
 * A requested forecast is already visible to its requester.
 */
export function createForecastNewsPolicy(clock: () => Date, keep: Keep = unkept): Policy {
  const { tell, sent, outstanding } = createNews(clock, within(keep, 'news'))

  function made({ forecastId, madeOn, madeAt: at, city }: EventData<'ForecastMade'>): void {
    const date = addDays(madeOn, 1)
    const day = city.find((other) => other.date === date)
    if (!day || forecastId !== nightlyId(madeOn)) return
    const [likely, least, most] = [withUnit(tenths(day.p50), 't'), tenths(day.p10), withUnit(tenths(day.p90), 't')]
    const message = `About ${likely} of waste are expected on ${dayText(date)}, likely ${least} to ${most}.`
    const metadata = { date, tonnes: day.p50, p10: day.p10, p90: day.p90 }
    tell(`forecast-${date}`, {
      ...{ audience: 'recycler', kind: 'forecast', title: 'New Waste Forecast', message, metadata, at },
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
