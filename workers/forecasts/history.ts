/**
 * Reads forecast input: tonnes arrived per day, for the city, zones and materials.
 * Days without loads are missing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { Delivery } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { type CitySettings, DEFAULT_CITY } from '#domain/city-settings.ts'
import { addDays, groupLoadsByDay, listDaysInRange } from '#domain/city-time.ts'
import { intakeOf } from '#domain/materials.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'

/** Number of days of history that the forecaster uses. */
const YEARS_DAYS = 6 * 366
/** Days that one query reads, so other work can run in between. */
const SLICE_DAYS = 31

/** One day's arrived waste, from a zone or the whole city. */
export interface DayArrivals {
  date: string
  tonnes: number
  /** Fraction of the tonnes that was estimated and not weighed. */
  estimated: number
  /**
   * Tonnes by material.
   * Unknown materials are not included.
   */
  materials: Record<string, number>
  /** Log position of the newest event about the day's loads. */
  position: number
}

export interface ArrivalHistory {
  /** Arrivals by zone, the oldest day first. */
  zones: Map<string, DayArrivals[]>
  /** Arrivals of waste in the whole city: all zones together. */
  city: DayArrivals[]
  /** Log position of the newest event about any load. */
  position: number
  simulated: boolean
}

type Load = Row & Delivery

export async function readCitySettings(rows: Pick<Rows<'configuration'>, 'get'>): Promise<CitySettings> {
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  return configuration?.city ?? DEFAULT_CITY
}

/**
 * Reads the weights that arrived at the sites in the `days` days up to `last`.
 * Days are those of the city's time zone.
 */
export async function readArrivalHistory(
  rows: Pick<Rows<'deliveries'>, 'find'>,
  { timeZone, last, days = YEARS_DAYS }: { timeZone: string; last: string; days?: number },
): Promise<ArrivalHistory> {
  const history: ArrivalHistory = { zones: new Map(), city: [], position: 0, simulated: false }
  const first = addDays(last, 1 - days)
  for (let from = first; from <= last; from = addDays(from, SLICE_DAYS)) {
    const end = addDays(from, SLICE_DAYS - 1)
    add(history, await arrivedIn(rows, timeZone, from, end < last ? end : last))
    await nextTurn()
  }
  return history
}

/**
 * Returns the loads that arrived on the days from `from` to `to` (city dates).
 * The query uses UTC days, so it includes one more day at each end.
 */
async function arrivedIn(rows: Pick<Rows<'deliveries'>, 'find'>, timeZone: string, from: string, to: string) {
  const filter = { day: { $in: listDaysInRange(addDays(from, -1), addDays(to, 1)) } }
  const days = groupLoadsByDay(timeZone, await rows.find<Load>('deliveries', { filter }))
  return [...days].filter(([date]) => date >= from && date <= to).sort(([a], [b]) => (a < b ? -1 : 1))
}

function add(history: ArrivalHistory, days: readonly (readonly [date: string, loads: Load[]])[]): void {
  for (const [date, loads] of days) {
    history.city.push(arrived(date, loads))
    for (const [zone, own] of Map.groupBy(loads, (load) => load.zone)) {
      const known = history.zones.get(zone) ?? []
      known.push(arrived(date, own))
      history.zones.set(zone, known)
    }
    history.position = Math.max(history.position, newestOf(loads))
    history.simulated ||= loads.some(({ simulated }) => simulated === true)
  }
}

const TONNE = 1_000

function arrived(date: string, loads: readonly Load[]): DayArrivals {
  const { kg, estimatedKg, materials } = intakeOf(loads)
  const known = MATERIALS.filter((material) => materials[material] > 0)
  return {
    date,
    tonnes: kg / TONNE,
    estimated: estimatedKg / TONNE,
    materials: Object.fromEntries(known.map((material) => [material, materials[material] / TONNE])),
    position: newestOf(loads),
  }
}

const newestOf = (loads: readonly Load[]) => loads.reduce((newest, { position }) => Math.max(newest, position), 0)
