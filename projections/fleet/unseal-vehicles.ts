/** Decrypts vehicle rows for an answer: the drivers' names and contacts. */
import { Vehicle } from '#contract/views.ts'
import { unsealDrivers } from '#platform/drivers.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createFieldPicker } from '../queries/wire-fields.ts'
import type { VehicleRow } from './vehicles-view.ts'

const onWire = createFieldPicker(Vehicle)

/** Returns vehicles in the order of the rows. */
export async function unsealVehicles(rows: readonly VehicleRow[], sealer: Sealer): Promise<Vehicle[]> {
  const drivers = await unsealDrivers(
    sealer,
    rows.map(({ id, driver }) => ({ vehicleId: id, driver })),
  )
  return rows.map((row, index) => {
    const { name, contact } = drivers[index] ?? {}
    return { ...onWire(row), driver_name: name || undefined, driver_contact: contact }
  })
}
