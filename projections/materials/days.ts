/** Groups intake by city day. */
import type { Delivery, IntakeDay } from '#contract/views.ts'
import { byDaysOf } from '#rules/arrived-days.ts'
import { MATERIALS } from '#rules/city.ts'
import { intakeOnWire, type Sum, sumsBy } from './sums.ts'

export type By = 'site' | 'zone'

/**
 * Returns days oldest first, sites or zones by name.
 * Days without arrivals are absent.
 */
export function byDays(
  arrived: readonly Delivery[],
  timeZone: string,
  by: By,
  isLeftOut: (sum: Sum) => boolean = () => false,
): IntakeDay[] {
  const days = byDaysOf(timeZone, arrived)
  const ofDay = (date: string, loads: readonly Delivery[]): IntakeDay[] => {
    const sums = sumsBy(loads, ({ facilityId, zone }) => (by === 'site' ? facilityId : zone))
    const told = inOrder(sums).filter(([, own]) => !isLeftOut(own))
    return told.map(([of, own]) => ({
      ...{ date, ...(by === 'site' ? { site_id: of } : { zone: of }) },
      ...intakeOnWire(own),
    }))
  }
  return inOrder(days).flatMap(([date, loads]) => ofDay(date, loads))
}

export const inOrder = <T>(groups: ReadonlyMap<string, T>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1))

const tonnes = (kg: number) => Math.round(kg) / 1_000
const MATERIAL_COLUMNS = MATERIALS.map((material) => ({ material, column: `tonnes_${material}` }))

/** Returns a day as a table row, in tonnes. */
export function asColumns(day: IntakeDay): Record<string, string | number> {
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
