/**
 * Forecast policy: requests a forecast each night in the city, and for each request of a user.
 * A forecast that was missed at night is requested as soon as possible.
 */
import type { Event } from '#contract/events.ts'
import { type ForecastJobData, NIGHTLY_FORECAST_TIME, nightlyForecastIdOf } from '#contract/forecasts/forecasts.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import {
  addRecentId,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

/**
 * Creates the forecast policy.
 * `clock` decides for which night a forecast is due.
 * The policy queues the night's job in advance, because no event may occur at that hour.
 */
export function createForecastPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /**
   * `hasArrivals`: at least one load has arrived; without one there is no forecast.
   * `lastNight`: the last night whose forecast has succeeded or failed.
   */
  const city = keep('city', { timeZone: DEFAULT_CITY.timeZone, hasArrivals: false, lastNight: '' })
  const nightsDone = keep('nights', new Set<string>())
  const asked = keep('asked', new Map<string, ForecastJobData>())

  function done(forecastId: string, madeOn: string): void {
    asked.delete(forecastId)
    if (forecastId !== nightlyForecastIdOf(madeOn)) return
    city.lastNight = madeOn
    addRecentId(nightsDone, madeOn)
  }

  function nights(): OutstandingJob[] {
    if (!city.hasArrivals) return []
    const { timeZone, lastNight } = city
    const today = localDayOf(timeZone, clock().toISOString())
    return [today, addDays(today, 1)]
      .filter((madeOn) => madeOn !== lastNight && !nightsDone.has(madeOn) && !asked.has(nightlyForecastIdOf(madeOn)))
      .map((madeOn) => {
        // A city's first forecast is made at once, because screens announce it.
        const from = lastNight === '' && madeOn === today ? '00:00' : NIGHTLY_FORECAST_TIME
        const notBefore = new Date(parseDateTimeFieldIn(timeZone, `${madeOn}T${from}`)).toISOString()
        return { ...jobOf({ forecastId: nightlyForecastIdOf(madeOn), madeOn }), notBefore }
      })
  }

  /**
   * Returns the job of a forecast.
   * A nightly forecast always has the same id, so it is queued only once.
   */
  function jobOf({ forecastId, madeOn }: ForecastJobData): OutstandingJob {
    // The job id contains the time zone, because another time zone changes the hour of the job.
    // The queue ignores a job whose id it already knows.
    const id =
      forecastId === nightlyForecastIdOf(madeOn) ? `forecast-${forecastId}-${city.timeZone}` : `forecast-${forecastId}`
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
