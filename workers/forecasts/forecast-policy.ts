/** Forecast policy: one forecast every night of the city, a missed one at once, and those that somebody asks for. */
import type { Event } from '#contract/events.ts'
import { type ForecastDue, NIGHTLY_FROM, nightlyId } from '#contract/forecasts/forecasts.ts'
import { addDays, dayIn } from '#rules/city-time.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { momentIn } from '#rules/wall-clock.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import type { Outstanding, Policy } from '../runner/policy.ts'
import { addRecent } from '../runner/recent.ts'

/** `clock` tells which night is due. It is asked for ahead: at that hour the log may well be silent. */
export function createForecastPolicy(clock: () => Date, keep: Keep = unkept): Policy {
  /**
   * `hasArrivals`: where nothing has ever arrived, there is nothing to foresee by. `lastNight`: the last in the log that was done, well
   * or not.
   */
  const city = keep('city', { timeZone: FIRST_CITY.timeZone, hasArrivals: false, lastNight: '' })
  const nightsDone = keep('nights', new Set<string>())
  const asked = keep('asked', new Map<string, ForecastDue>())

  function done(forecastId: string, madeOn: string): void {
    asked.delete(forecastId)
    if (forecastId !== nightlyId(madeOn)) return
    city.lastNight = madeOn
    addRecent(nightsDone, madeOn)
  }

  function nights(): Outstanding[] {
    if (!city.hasArrivals) return []
    const { timeZone, lastNight } = city
    const today = dayIn(timeZone, clock().toISOString())
    return [today, addDays(today, 1)]
      .filter((madeOn) => madeOn !== lastNight && !nightsDone.has(madeOn) && !asked.has(nightlyId(madeOn)))
      .map((madeOn) => {
        // The first forecast of a city waits for no night: screens say that it is being made.
        const from = lastNight === '' && madeOn === today ? '00:00' : NIGHTLY_FROM
        const notBefore = new Date(momentIn(timeZone, `${madeOn}T${from}`)).toISOString()
        return { ...jobOf({ forecastId: nightlyId(madeOn), madeOn }), notBefore }
      })
  }

  /** The night's own has one id, whoever asks for it: a queue that has it takes no second one. */
  function jobOf({ forecastId, madeOn }: ForecastDue): Outstanding {
    // Where the clocks of the city are changed, it is queued anew for its new hour: a queue keeps what it was given first.
    const id = forecastId === nightlyId(madeOn) ? `forecast-${forecastId}-${city.timeZone}` : `forecast-${forecastId}`
    return { id, job: 'forecast', data: { forecastId, madeOn } }
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'ConfigurationChanged':
          city.timeZone = data.configuration.city?.timeZone ?? city.timeZone
          return
        case 'DeliveryMoved':
          city.hasArrivals = true
          return
        case 'SiteCompositionUpdated':
          city.hasArrivals ||= data.arrived.length > 0
          return
        case 'ForecastRequested':
          asked.set(data.forecastId, { forecastId: data.forecastId, madeOn: data.madeOn })
          return
        case 'ForecastMade':
        case 'ForecastFailed':
          return done(data.forecastId, data.madeOn)
      }
    },
    outstanding: () => [...[...asked.values()].map(jobOf), ...nights()],
  }
}
