/** Maps a truck's form to events and refuses impossible changes. */

import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { ChangeVehicleBody } from '#contract/commands.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import { type TruckDriver, unsealDrivers } from '#platform/persons.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'

export type VehicleForm = z.output<typeof ChangeVehicleBody>
/** Data of a registered truck, with its id. */
export type RegisteredVehicle = NonNullable<Vehicle['registered']>

export const vehicleFactsOf = (form: VehicleForm) => ({
  type: form.type,
  make: form.make,
  model: form.model,
  year: form.year,
  registrationNumber: form.registration_number,
  fuelEfficiency: form.fuel_efficiency_kmpl,
  tankCapacity: form.tank_capacity_liters,
  fuelLevel: form.current_fuel_level,
})

/** Returns why the form's fuel level is invalid, or undefined. */
export const refuseOverfullTank = (form: VehicleForm): Rejection | undefined =>
  form.current_fuel_level > form.tank_capacity_liters
    ? reject('bad-request', msg`The tank does not hold that much.`, {
        current_fuel_level: msg`More than the tank holds`,
      })
    : undefined

/** Refuses an unknown or archived truck. */
export function refuseUnusableVehicle(vehicleId: string, { registered, archived }: Vehicle): Rejection | undefined {
  if (!registered) return reject('not-found', msg`There is no vehicle ${{ vehicleId }}.`)
  return archived ? reject('conflict', msg`Vehicle ${{ vehicleId }} is archived.`) : undefined
}

/**
 * Returns a refusal if the truck has a schedule or is on its way to a site.
 * `then` is what the user wants to do with the truck.
 */
export function refuseBusyVehicle(
  vehicleId: string,
  { scheduleId, boundFor }: Vehicle,
  then: 'archive' | 'repair',
): Rejection | undefined {
  if (scheduleId)
    return reject(
      'conflict',
      msg`Vehicle ${{ vehicleId }} is on a collection. Complete or cancel ${{ scheduleId }} first.`,
    )
  if (boundFor)
    return reject(
      'conflict',
      then === 'archive'
        ? msg`Vehicle ${{ vehicleId }} is on its way to ${{ boundFor }}. Archive it when it has arrived.`
        : msg`Vehicle ${{ vehicleId }} is on its way to ${{ boundFor }}. Send it to the workshop when it has arrived.`,
    )
  return undefined
}

/**
 * Returns the driver's name and contact, encrypted; undefined if the form has none.
 * Also returns undefined for a deleted truck, whose encryption key was erased.
 * Returns the stored ciphertext if the data did not change.
 */
export async function sealDriver(
  sealer: Sealer,
  vehicleId: string,
  { driver_name: name = '', driver_contact: contact }: Pick<VehicleForm, 'driver_name' | 'driver_contact'>,
  { registered, removed }: Vehicle,
): Promise<string | undefined> {
  if (removed || !(name || contact)) return undefined
  const driver: TruckDriver = contact ? { name, contact } : { name }
  const [present] = await unsealDrivers(sealer, [{ vehicleId, driver: registered?.driver }])
  return isDeepStrictEqual(present, driver)
    ? registered?.driver
    : sealer.seal(driverEncryptionKeyIdOf(vehicleId), driver)
}
