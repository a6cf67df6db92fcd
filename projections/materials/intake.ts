/**
 * Sums the intake of sites (arrived loads), also by city day.
 * Each load counts once.
 */

import type { DailyIntake, Delivery } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { groupLoadsByDay } from '#domain/city-time.ts'
import { addIntake, addLoad, createEmptyIntake, type MaterialIntake, mapMaterials } from '#domain/materials.ts'
import { roundToHundredth } from '../queries/rounding.ts'

export interface IntakeSum {
  intake: MaterialIntake
  /** True if some loads come from the simulated city. */
  simulated: boolean
  /** Number of residents' reports in the loads of the sum. */
  reportsCount: number
  /** Count of loads whose composition is disputed. */
  disputed: number
}

const emptySum = (): IntakeSum => ({ intake: createEmptyIntake(), simulated: false, reportsCount: 0, disputed: 0 })

/**
 * Sums up loads in groups.
 * `kindOf` returns the group of a load.
 */
export function sumLoadsBy<K>(loads: readonly Delivery[], kindOf: (load: Delivery) => K): Map<K, IntakeSum> {
  const sums = new Map<K, IntakeSum>()
  for (const load of loads) {
    const kind = kindOf(load)
    let sum = sums.get(kind)
    if (sum === undefined) {
      sum = emptySum()
      sums.set(kind, sum)
    }
    addLoad(sum.intake, load)
    sum.reportsCount += load.reportsCount
    if (load.simulated) sum.simulated = true
    if (load.dispute?.status === 'open') sum.disputed += 1
  }
  return sums
}

export function mergeIntakeSums(sums: readonly IntakeSum[]): IntakeSum {
  const all = emptySum()
  for (const { intake, simulated, reportsCount, disputed } of sums) {
    addIntake(all.intake, intake)
    all.simulated ||= simulated
    all.reportsCount += reportsCount
    all.disputed += disputed
  }
  return all
}

/** Returns the intake in the API's format, marked if some of it is simulated. */
export function toIntakeAnswer({ intake, simulated }: Pick<IntakeSum, 'intake' | 'simulated'>) {
  const { kg, measuredKg, estimatedKg, materials, unknownKg, loads } = intake
  return {
    ...(simulated && { simulated }),
    loads,
    kg: roundToHundredth(kg),
    measured_kg: roundToHundredth(measuredKg),
    estimated_kg: roundToHundredth(estimatedKg),
    materials: mapMaterials((material) => roundToHundredth(materials[material])),
    unknown_kg: roundToHundredth(unknownKg),
  }
}

type GroupedBy = 'site' | 'zone'

/**
 * Returns each day's intake by site or zone, oldest first.
 * Days without arrivals are absent.
 */
export function groupIntakeByDay(
  arrived: readonly Delivery[],
  timeZone: string,
  by: GroupedBy,
  isLeftOut: (sum: IntakeSum) => boolean = () => false,
): DailyIntake[] {
  const days = groupLoadsByDay(timeZone, arrived)
  const ofDay = (date: string, loads: readonly Delivery[]): DailyIntake[] => {
    const sums = sumLoadsBy(loads, ({ facilityId, zone }) => (by === 'site' ? facilityId : zone))
    const told = sortGroupsByName(sums).filter(([, own]) => !isLeftOut(own))
    return told.map(([of, own]) => ({
      date,
      ...(by === 'site' ? { site_id: of } : { zone: of }),
      ...toIntakeAnswer(own),
    }))
  }
  return sortGroupsByName(days).flatMap(([date, loads]) => ofDay(date, loads))
}

export const sortGroupsByName = <T>(groups: ReadonlyMap<string, T>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1))

const tonnes = (kg: number) => Math.round(kg) / 1_000
const MATERIAL_COLUMNS = MATERIALS.map((material) => ({ material, column: `tonnes_${material}` }))

/** Converts a day's intake to a CSV row, in tonnes. */
export function toCsvRow(day: DailyIntake): Record<string, string | number> {
  return {
    date: day.date,
    loads: day.loads,
    tonnes: tonnes(day.kg),
    tonnes_measured: tonnes(day.measured_kg),
    tonnes_estimated: tonnes(day.estimated_kg),
    tonnes_unknown: tonnes(day.unknown_kg),
    simulated: day.simulated ? 'yes' : '',
    ...Object.fromEntries(MATERIAL_COLUMNS.map(({ material, column }) => [column, tonnes(day.materials[material])])),
  }
}
