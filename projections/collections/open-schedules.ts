/** Opens schedule rows at the edge: unseals the drivers' names and contacts. */
import { driverKey } from '#contract/planning.ts'
import type { Schedule } from '#contract/views.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ScheduleRow } from './schedules-view.ts'

/** Rows as the wire has them, in their order. */
export async function openSchedules(rows: readonly ScheduleRow[], sealer: Sealer): Promise<Schedule[]> {
  const sealed = rows.flatMap(({ vehicle, driver }) =>
    driver ? [{ personId: driverKey(vehicle.id), sealed: driver }] : [],
  )
  const opened = await sealer.open<{ name: string; contact?: string }>(sealed)
  const drivers = new Map(sealed.map((one, index) => [one.sealed, opened[index]]))
  return rows.map(({ position: _, open: __, cycle: ___, driver, ...schedule }) => {
    const { name: driverName, contact: driverContact } = (driver && drivers.get(driver)) || {}
    return { ...schedule, driverName, driverContact }
  })
}
