/** Decrypts schedule rows for an answer: the drivers' names and contacts. */
import { Schedule } from '#contract/views.ts'
import { unsealDrivers } from '#platform/drivers.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createFieldPicker } from '../queries/wire-fields.ts'
import type { ScheduleRow } from './schedules-view.ts'

const onWire = createFieldPicker(Schedule)

/** Returns schedules in the order of the rows. */
export async function unsealSchedules(rows: readonly ScheduleRow[], sealer: Sealer): Promise<Schedule[]> {
  const drivers = await unsealDrivers(
    sealer,
    rows.map(({ vehicle, driver }) => ({ vehicleId: vehicle.id, driver })),
  )
  return rows.map((row, index) => {
    const { name: driverName, contact: driverContact } = drivers[index] ?? {}
    return { ...onWire(row), driverName, driverContact }
  })
}
