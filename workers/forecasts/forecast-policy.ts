/** Forecast policy: one forecast every night of the city, a missed one at once, and those that somebody asks for. */
import type { Event } from '#contract/events.ts'
import { nightlyId } from '#contract/forecasts.ts'
import { addDays, dayIn, momentIn } from '#rules/city-time.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import type { Outstanding, Policy } from '../runner/policy.ts'

/** The day before is complete by then, and has been for a while. */
const HOUR = '00:30'

/** `clock` tells which night is due. It is asked for ahead: at that hour the log may well be silent. */
export function createForecastPolicy(clock: () => Date): Policy {
  let { timeZone } = FIRST_CITY
  /** Nothing has ever arrived: there is nothing to foresee by. */
  let hasArrivals = false
  /** The latest night that was done, well or not. */
  let lastNight = ''
  const asked = new Map<string, Outstanding>()

  function done(forecastId: string, madeOn: string): void {
    asked.delete(forecastId)
    if (forecastId === nightlyId(madeOn) && madeOn > lastNight) lastNight = madeOn
  }

  function nights(): Outstanding[] {
    if (!hasArrivals) return []
    const today = dayIn(timeZone, clock().toISOString())
    return [today, addDays(today, 1)]
      .filter((madeOn) => madeOn > lastNight)
      .map((madeOn) => {
        const forecastId = nightlyId(madeOn)
        const notBefore = new Date(momentIn(timeZone, `${madeOn}T${HOUR}`)).toISOString()
        // Where the clocks of the city are changed, it is queued anew for its new hour: a queue keeps what it was given first.
        return { id: `forecast-${forecastId}-${timeZone}`, job: 'forecast', data: { forecastId, madeOn }, notBefore }
      })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'ConfigurationChanged':
          timeZone = data.configuration.city?.timeZone ?? timeZone
          return
        case 'DeliveryMoved':
          hasArrivals = true
          return
        case 'SiteCompositionUpdated':
          hasArrivals ||= data.arrived.length > 0
          return
        case 'ForecastRequested': {
          const { forecastId, madeOn } = data
          asked.set(forecastId, { id: `forecast-${forecastId}`, job: 'forecast', data: { forecastId, madeOn } })
          return
        }
        case 'ForecastMade':
        case 'ForecastFailed':
          return done(data.forecastId, data.madeOn)
      }
    },
    outstanding: () => [...asked.values(), ...nights()],
  }
}
