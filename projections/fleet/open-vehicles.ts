/** Opens vehicle rows at the edge: unseals the drivers' names and contacts. */
import { driverKey } from '#contract/planning.ts'
import type { Vehicle } from '#contract/views.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { VehicleRow } from './vehicles-view.ts'

/** Rows as the wire has them, in their order. */
export async function openVehicles(rows: readonly VehicleRow[], sealer: Sealer): Promise<Vehicle[]> {
  const sealed = rows.flatMap(({ id, driver }) => (driver ? [{ personId: driverKey(id), sealed: driver }] : []))
  const opened = await sealer.open<{ name: string; contact?: string }>(sealed)
  const drivers = new Map(sealed.map(({ personId }, index) => [personId, opened[index]]))
  return rows.map((row) => {
    const { position: _, in_fleet: __, collection: ___, bound_for: ____, holds_pending: _____, ...rest } = row
    const { driver: ______, archiver: _______, ...vehicle } = rest
    const { name, contact } = drivers.get(driverKey(row.id)) ?? {}
    return { ...vehicle, driver_name: name || undefined, driver_contact: contact }
  })
}
