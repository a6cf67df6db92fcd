/** Decrypts drivers' data, which is encrypted with a key per truck. */
import { driverKeyIdOf } from '#domain/planning.ts'
import type { Sealer } from './sealing.ts'

/** Decrypted driver. */
export interface Driver {
  name: string
  contact?: string
}

/**
 * Returns the drivers in the given order.
 * Undefined for a truck without driver, or a deleted truck, whose key is gone.
 */
export async function openDrivers(
  sealer: Sealer,
  trucks: readonly { vehicleId: string; driver?: string }[],
): Promise<(Driver | undefined)[]> {
  const sealed = trucks.flatMap(({ vehicleId, driver }) =>
    driver ? [{ personId: driverKeyIdOf(vehicleId), sealed: driver }] : [],
  )
  const opened = (await sealer.open<Driver>(sealed)).values()
  return trucks.map(({ driver }) => (driver ? opened.next().value : undefined))
}
