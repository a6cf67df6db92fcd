/**
 * Measures how the cost of an event depends on the city's number of zones.
 * Usage: `npm run bench -- NAME --zones 2,60,1000`.
 */
import { logProgress, percentile, round } from './measure.ts'

export interface BenchCity {
  /** Measures the cost of one event, in the bench's unit. */
  turn(): Promise<number>
  end(): Promise<void>
}

/**
 * Function that sets up a city with `zones` zones.
 * `turns` is the number of measurements that the city must allow.
 */
export type OpenBenchCity = (zones: number, turns: number) => Promise<BenchCity>

/**
 * Measurements per city.
 * Cities take turns, so that other work affects all equally.
 */
const TURNS = 5
/** Number of first runs that are not measured, because Node still compiles the code. */
const WARM = 1

/** Returns each city's median event cost and median ratio to the first. */
export async function compareZoneCounts(open: OpenBenchCity, counts: readonly number[]) {
  const cities: { zones: number; city: BenchCity; costs: number[] }[] = []
  for (const zones of counts) {
    logProgress(`setting up a city of ${zones} zones`)
    cities.push({ zones, city: await open(zones, WARM + TURNS), costs: [] })
  }
  for (let turn = 1; turn <= WARM + TURNS; turn++) {
    logProgress(`turn ${turn} of ${WARM + TURNS}`)
    // Starts each turn with another city.
    // Otherwise, a city would always be measured after the same other city.
    const shift = turn % cities.length
    for (const { city, costs } of [...cities.slice(shift), ...cities.slice(0, shift)]) costs.push(await city.turn())
  }
  const figures: Record<string, number> = {}
  const first = cities[0]?.costs ?? []
  for (const { zones, city, costs } of cities) {
    const ratios = costs.map((cost, turn) => cost / (first[turn] ?? Number.NaN))
    figures[`zones_${zones}_per_event`] = percentile(costs.slice(WARM), 0.5)
    figures[`zones_${zones}_ratio`] = round(percentile(ratios.slice(WARM), 0.5))
    await city.end()
  }
  return figures
}
