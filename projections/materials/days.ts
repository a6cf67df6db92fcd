/** Groups the intake of sites (loads that arrived) by city day. */
import type { DailyIntake, Delivery } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { loadsByDay } from '#domain/city-time.ts'
import { type IntakeSum, sumLoadsBy, toIntakeAnswer } from './sums.ts'

type GroupedBy = 'site' | 'zone'

/** Returns the intake of each day, oldest first, by site or by zone. Days without arrivals are absent. */
export function intakeByDay(
  arrived: readonly Delivery[],
  timeZone: string,
  by: GroupedBy,
  isLeftOut: (sum: IntakeSum) => boolean = () => false,
): DailyIntake[] {
  const days = loadsByDay(timeZone, arrived)
  const ofDay = (date: string, loads: readonly Delivery[]): DailyIntake[] => {
    const sums = sumLoadsBy(loads, ({ facilityId, zone }) => (by === 'site' ? facilityId : zone))
    const told = sortedByName(sums).filter(([, own]) => !isLeftOut(own))
    return told.map(([of, own]) => ({
      date,
      ...(by === 'site' ? { site_id: of } : { zone: of }),
      ...toIntakeAnswer(own),
    }))
  }
  return sortedByName(days).flatMap(([date, loads]) => ofDay(date, loads))
}

export const sortedByName = <T>(groups: ReadonlyMap<string, T>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1))

const tonnes = (kg: number) => Math.round(kg) / 1_000
const MATERIAL_COLUMNS = MATERIALS.map((material) => ({ material, column: `tonnes_${material}` }))

/** Converts the intake of a day to a row of the CSV file, in tonnes. */
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
