/** Forecast news policy: notifies recyclers of each nightly forecast of the next day. */

import type { Event, EventData } from '#contract/events.ts'
import { nightlyId } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#rules/city-time.ts'
import { tenths, withUnit } from '#rules/figure.ts'
import type { Regularity } from '#rules/forecasting.ts'
import { isDaily, regularityText } from '#rules/regularity.ts'
import { type Keep, unkept, within } from '../runner/keep.ts'
import type { Policy } from '../runner/policy.ts'
import { createNews } from './news.ts'

/** Returns 'Tue 24 Nov' for a day of the city. */
const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Returns the expected waste of a day, with a condition if loads do not arrive daily. */
function messageOf(date: string, { p10, p50, p90 }: Record<'p10' | 'p50' | 'p90', number>, regularity?: Regularity) {
  const waste = `${withUnit(tenths(p50), 't')} of waste are expected`
  const range = `likely ${tenths(p10)} to ${withUnit(tenths(p90), 't')}.`
  return regularity && !isDaily(regularity)
    ? `If loads arrive on ${dayText(date)}, about ${waste}, ${range} ${regularityText(regularity)}`
    : `About ${waste} on ${dayText(date)}, ${range}`
}

/**
 * `clock` decides which news are current.
 * A requested forecast is already visible to its requester.
 */
export function createForecastNewsPolicy(clock: () => Date, keep: Keep = unkept): Policy {
  const { tell, sent, outstanding } = createNews(clock, within(keep, 'news'))

  function made({ forecastId, madeOn, madeAt: at, city, regularity }: EventData<'ForecastMade'>): void {
    const date = addDays(madeOn, 1)
    const day = city.find((other) => other.date === date)
    if (!day || forecastId !== nightlyId(madeOn)) return
    const message = messageOf(date, day, regularity)
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
