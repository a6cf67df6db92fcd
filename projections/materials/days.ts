/** What came in, put together by days of the city. */
import type { Delivery, IntakeDay } from '#contract/views.ts'
import { byDaysOf } from '#rules/arrived-days.ts'
import { type Intake, intakeOf, perMaterial } from '#rules/materials.ts'
import { someSimulated } from '#rules/some-simulated.ts'
import { hundredth } from '../reading/rounding.ts'

export type By = 'site' | 'zone'

/** As the wire has it, and whether some of it is simulated. */
export function intakeOnWire(loads: readonly Delivery[]) {
  const { kg, measuredKg, estimatedKg, materials, unknownKg, ...intake }: Intake = intakeOf(loads)
  return {
    ...someSimulated(loads),
    ...intake,
    kg: hundredth(kg),
    measured_kg: hundredth(measuredKg),
    estimated_kg: hundredth(estimatedKg),
    materials: perMaterial((material) => hundredth(materials[material])),
    unknown_kg: hundredth(unknownKg),
  }
}

/** Oldest first, and on a day by the name of the site or zone; a day on which nothing arrived is left out. */
export function byDays(
  arrived: readonly Delivery[],
  timeZone: string,
  by: By,
  isLeftOut: (loads: readonly Delivery[]) => boolean = () => false,
): IntakeDay[] {
  const days = byDaysOf(timeZone, arrived)
  const ofDay = (date: string, loads: readonly Delivery[]): IntakeDay[] => {
    const groups = Map.groupBy(loads, ({ facilityId, zone }) => (by === 'site' ? facilityId : zone))
    const told = inOrder(groups).filter(([, own]) => !isLeftOut(own))
    return told.map(([of, own]) => ({
      ...{ date, ...(by === 'site' ? { site_id: of } : { zone: of }) },
      ...intakeOnWire(own),
    }))
  }
  return inOrder(days).flatMap(([date, loads]) => ofDay(date, loads))
}

/** By their names. */
export const inOrder = <T>(groups: ReadonlyMap<string, T>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1))

const tonnes = (kg: number) => Math.round(kg) / 1_000

/** A day as a row of a table, in tonnes. */
export const asColumns = ({ materials, ...day }: IntakeDay): Record<string, string | number> => ({
  date: day.date,
  loads: day.loads,
  tonnes: tonnes(day.kg),
  tonnes_measured: tonnes(day.measured_kg),
  tonnes_estimated: tonnes(day.estimated_kg),
  ...Object.fromEntries(Object.entries(materials).map(([material, kg]) => [`tonnes_${material}`, tonnes(kg)])),
  tonnes_unknown: tonnes(day.unknown_kg),
  simulated: day.simulated ? 'yes' : '',
})
