/** Seals the data of a truck's driver under a key of its own. Unchanged data keeps its sealed text. */
import { isDeepStrictEqual } from 'node:util'
import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import { type TruckDriver, unsealDrivers } from '#platform/persons.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import type { VehicleForm } from './vehicle-facts.ts'

/**
 * Returns the sealed driver of a form; undefined if the form has none.
 * Also undefined for a deleted truck, whose key is erased.
 */
export async function sealDriver(
  sealer: Sealer,
  vehicleId: string,
  { driver_name: name = '', driver_contact: contact }: Pick<VehicleForm, 'driver_name' | 'driver_contact'>,
  { registered, removed }: Vehicle,
): Promise<string | undefined> {
  if (removed || !(name || contact)) return undefined
  const driver: TruckDriver = contact ? { name, contact } : { name }
  const [stands] = await unsealDrivers(sealer, [{ vehicleId, driver: registered?.driver }])
  return isDeepStrictEqual(stands, driver)
    ? registered?.driver
    : sealer.seal(driverEncryptionKeyIdOf(vehicleId), driver)
}
