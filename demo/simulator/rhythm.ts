/**
 * Rhythm of the simulated city: working hours and daily waste.
 * Waste by weekday and season fits a real town.
 */

import type { Random } from './random.ts'

export interface WasteSeasonality {
  /**
   * Factor of each weekday's simulated waste, from Sunday on.
   * The mean factor is 1.
   */
  weekday: readonly number[]
  /**
   * Yearly cycles in the logarithm of the daily waste.
   * The first has one wave a year, the second has two, and so on.
   */
  season: readonly { cos: number; sin: number }[]
  /**
   * How far actual days deviate from the rhythm's model.
   * `sigma` is the standard deviation of the logarithms, `medianError` a fraction.
   * `days` is the number of fitted days.
   */
  residual: { sigma: number; medianError: number; days: number }
}

/**
 * Printed by `demo/simulator/fit-rhythm.ts`.
 * Source: daily municipal waste of Boralesgamuwa Urban Council, Sri Lanka, 2012 to 2018 (Mudannayake et al., IEEE
 * Access 10 (2022) 122570, doi 10.1109/ACCESS.2022.3221941; github.com/UCloudMl/solid-waste-prediction, MIT, (c) 2022
 * Ivantha).
 * The days and months that are swapped in the published file are corrected.
 * No such series of Accra is public.
 * This tropical town has two rainy seasons a year as well and stands in for it.
 */
export const BORALESGAMUWA_SEASONALITY: WasteSeasonality = {
  weekday: [0.5237, 0.9654, 1.1459, 1.2044, 1.1212, 1.0646, 0.9748],
  season: [
    { cos: -0.0034, sin: 0.0111 },
    { cos: 0.0152, sin: -0.0464 },
  ],
  residual: { sigma: 0.2541, medianError: 0.1685, days: 2412 },
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** Returns the day number since 1970 in UTC, Ghana's time. */
export const epochDayOf = (time: number) => Math.floor(time / DAY_MS)

/** Returns a day's angle in its year, 0 to 2π. */
export const dayOfYearAngleOf = (date: Date) =>
  (2 * Math.PI * (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1))) / (365.25 * DAY_MS)

/** Returns the day's waste relative to the mean day. */
export function relativeWasteOnDay(
  day: number,
  { weekday, season }: WasteSeasonality = BORALESGAMUWA_SEASONALITY,
): number {
  const date = new Date(day * DAY_MS)
  const angle = dayOfYearAngleOf(date)
  const wave = season.reduce(
    (sum, { cos, sin }, n) => sum + cos * Math.cos((n + 1) * angle) + sin * Math.sin((n + 1) * angle),
    0,
  )
  return (weekday[date.getUTCDay()] as number) * Math.exp(wave)
}

/** Working hours of staff: 6:30 to 16:30, every day. */
const [OPENS_MS, CLOSES_MS] = [6.5 * 60 * MINUTE_MS, 16.5 * 60 * MINUTE_MS]

/**
 * Returns a time (ms) unchanged if it is within working hours.
 * Otherwise returns a random time in the first 45 minutes of the next working hours.
 */
export function nextWorkingTime(time: number, random: Random): number {
  const inDay = time - epochDayOf(time) * DAY_MS
  if (inDay >= OPENS_MS && inDay <= CLOSES_MS) return time
  const day = epochDayOf(time) + (inDay > CLOSES_MS ? 1 : 0)
  return day * DAY_MS + OPENS_MS + random.between(0, 45) * MINUTE_MS
}
