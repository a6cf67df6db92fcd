/** Opens vehicle rows at the edge: unseals the drivers' names and contacts. */
import type { Vehicle } from '#contract/views.ts'
import { openDrivers } from '#platform/drivers.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { VehicleRow } from './vehicles-view.ts'

/** Rows as the wire has them, in their order. */
export async function openVehicles(rows: readonly VehicleRow[], sealer: Sealer): Promise<Vehicle[]> {
  const drivers = await openDrivers(
    sealer,
    rows.map(({ id, driver }) => ({ vehicleId: id, driver })),
  )
  return rows.map((row, index) => {
    const { position: _, in_fleet: __, collection: ___, bound_for: ____, holds_pending: _____, ...rest } = row
    const { driver: ______, archiver: _______, in_workshop: ________, ...vehicle } = rest
    const { name, contact } = drivers[index] ?? {}
    return { ...vehicle, driver_name: name || undefined, driver_contact: contact }
  })
}
