/** Opens schedule rows at the edge: unseals the drivers' names and contacts. */
import type { Schedule } from '#contract/views.ts'
import { openDrivers } from '#platform/drivers.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ScheduleRow } from './schedules-view.ts'

/** Rows as the wire has them, in their order. */
export async function openSchedules(rows: readonly ScheduleRow[], sealer: Sealer): Promise<Schedule[]> {
  const drivers = await openDrivers(
    sealer,
    rows.map(({ vehicle, driver }) => ({ vehicleId: vehicle.id, driver })),
  )
  return rows.map(({ position: _, open: __, cycle: ___, automatic: ____, driver: _____, ...schedule }, index) => {
    const { name: driverName, contact: driverContact } = drivers[index] ?? {}
    return { ...schedule, driverName, driverContact }
  })
}
