/** Decrypts drivers' data, which is encrypted with a key per truck. */
import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import type { Sealer } from './sealing.ts'

/** Decrypted driver. */
export interface TruckDriver {
  name: string
  contact?: string
}

/**
 * Returns the drivers in the order of the trucks.
 * A driver is undefined if the truck has none, or if the truck and its key were deleted.
 */
export async function unsealDrivers(
  sealer: Sealer,
  trucks: readonly { vehicleId: string; driver?: string }[],
): Promise<(TruckDriver | undefined)[]> {
  const sealed = trucks.flatMap(({ vehicleId, driver }) =>
    driver ? [{ personId: driverEncryptionKeyIdOf(vehicleId), sealed: driver }] : [],
  )
  const opened = (await sealer.open<TruckDriver>(sealed)).values()
  return trucks.map(({ driver }) => (driver ? opened.next().value : undefined))
}
