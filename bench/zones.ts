/** Whether a city costs more for having more zones: cities of several sizes measured in turns, `npm run bench -- NAME --zones 2,60,1000`. */
import { percentile, round, say } from './measure.ts'

/** One of the cities compared. */
export interface City {
  /** Measures once: the cost of one event, in the bench's own unit. */
  turn(): Promise<number>
  end(): Promise<void>
}

/** Arranges a city of so many zones for so many turns. */
export type OpenCity = (zones: number, turns: number) => Promise<City>

/** In turns, so that whatever else the machine does falls on all alike. */
const TURNS = 5
/** The first turn compiles. */
const WARM = 1

/** The median cost of an event at each number of zones, and as multiples of the first's, taken turn by turn. */
export async function compareZones(open: OpenCity, counts: readonly number[]) {
  const cities: { zones: number; city: City; costs: number[] }[] = []
  for (const zones of counts) {
    say(`arranging a city of ${zones} zones`)
    cities.push({ zones, city: await open(zones, WARM + TURNS), costs: [] })
  }
  for (let turn = 1; turn <= WARM + TURNS; turn++) {
    say(`turn ${turn} of ${WARM + TURNS}`)
    // Begun by another each time: nobody always comes after the same one.
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
