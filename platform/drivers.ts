/** Who drives a truck: sealed under a key of the truck's own, and opened for many trucks at once. */
import { driverKey } from '#rules/planning.ts'
import type { Sealer } from './sealing.ts'

/** As it is sealed. */
export interface Driver {
  name: string
  contact?: string
}

/** The drivers in the order asked; undefined for a truck that names none, and for a deleted one, whose key is gone. */
export async function openDrivers(
  sealer: Sealer,
  trucks: readonly { vehicleId: string; driver?: string }[],
): Promise<(Driver | undefined)[]> {
  const sealed = trucks.flatMap(({ vehicleId, driver }) =>
    driver ? [{ personId: driverKey(vehicleId), sealed: driver }] : [],
  )
  const opened = (await sealer.open<Driver>(sealed)).values()
  return trucks.map(({ driver }) => (driver ? opened.next().value : undefined))
}
