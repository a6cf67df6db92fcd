/** Synthetic districts for tests: a repeating week and deterministic noise. */

import { dateOf } from './calendar.ts'
import type { DailyWeight } from './series.ts'
import { seededRandom } from './statistics.ts'

/** The day 2024-01-01, a Monday. */
export const FIRST_FIXTURE_DAY = 19_723

const WEEK = [30, 22, 25, 20, 28, 12, 4]

/**
 * Returns weights of `days` days from 2024-01-01 on, with two materials.
 * `change` returns other tonnes for a day, or drops the day.
 */
export function syntheticWeights(
  days: number,
  change = (tonnes: number, _day: number): number | undefined => tonnes,
): DailyWeight[] {
  const random = seededRandom(7)
  return Array.from({ length: days }, (_, day) => {
    const tonnes = change((WEEK[day % 7] as number) * (0.8 + 0.4 * random()), day)
    const organic = day % 7 < 5 ? 0.6 : 0.3
    if (tonnes === undefined) return []
    const date = dateOf(FIRST_FIXTURE_DAY + day)
    return [
      { date, tonnes: tonnes * organic, material: 'organic' },
      { date, tonnes: tonnes * (1 - organic), material: 'plastic' },
    ]
  }).flat()
}
