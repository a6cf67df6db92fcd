/**
 * Decrypts personal data of accounts and drivers, and builds users for clients.
 * `pickProfile` decides what is encrypted: add new profile fields only there.
 */

import type { Event } from '#contract/events.ts'
import type { User } from '#contract/views.ts'
import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import type { Sealer } from './sealing.ts'

/** Personal data of an account in events and rows. */
export interface SealedPerson {
  userId: string
  /** Encrypted profile: the fields that `pickProfile` returns. */
  sealed: string
  /** Encrypted JSON of {facility}. */
  sealedFacility?: string
  /** Encrypted {number}: a phone number that the person has confirmed. */
  sealedPhone?: string
  /** Unencrypted facility, which only older events have. */
  facility?: string
  employeeId?: string
}

/**
 * Account fields that are not encrypted with the profile.
 * They are not secret, or change separately.
 */
type Facts = Pick<User, 'id' | 'role' | 'zone' | 'createdAt' | 'mustChangePassword' | 'unconfirmed'>

/** Personal fields that are encrypted when the account is registered. */
type Profile = Omit<User, keyof Facts | 'facility' | 'employee_id' | 'sign_in_phone'> & { employeeId?: string }

export interface Person extends Profile {
  facility?: string
  /** Confirmed phone number in E.164, with which the person signs in. */
  signInPhone?: string
}

/**
 * Returns the id of the person whose key and secrets an event erases.
 * Events of older trucks contain the driver's personal data.
 * Removing a truck therefore erases its driver.
 */
export function erasedPersonOf({ type, data }: Event): string | undefined {
  if (type === 'AccountErased') return data.userId
  return type === 'VehicleRemoved' ? driverEncryptionKeyIdOf(data.vehicleId) : undefined
}

/** Returns only an object's profile fields, for example without a password. */
export const pickProfile = ({
  name,
  email,
  phone,
  employeeId,
}: Profile): { [K in keyof Required<Profile>]: Profile[K] } => ({
  name,
  email,
  phone,
  employeeId,
})

/**
 * Returns the user as the API sends it to clients.
 * For an erased person, `person` is undefined, and the user has no personal data.
 */
export function toUser(facts: Facts, person: Person | undefined): User {
  const { id, role, zone, createdAt, mustChangePassword, unconfirmed } = facts
  const { name = 'Erased', email = '', employeeId, signInPhone, ...profile } = person ?? {}
  return {
    id,
    name,
    email,
    role,
    ...profile,
    employee_id: employeeId,
    sign_in_phone: signInPhone,
    zone,
    createdAt,
    mustChangePassword,
    unconfirmed,
  }
}

/**
 * Decrypts persons in the given order.
 * An erased person is undefined.
 */
export async function unsealPersons(
  sealer: Sealer,
  accounts: readonly SealedPerson[],
): Promise<(Person | undefined)[]> {
  const openAll = (field: 'sealedFacility' | 'sealedPhone') =>
    sealer.open<{ facility?: string; number?: string }>(
      accounts.flatMap(({ userId: personId, [field]: sealed }) => (sealed ? [{ personId, sealed }] : [])),
    )
  const [persons, places, numbers] = await Promise.all([
    sealer.open<Person>(accounts.map(({ userId: personId, sealed }) => ({ personId, sealed }))),
    openAll('sealedFacility'),
    openAll('sealedPhone'),
  ])
  const [openedPlaces, openedNumbers] = [places.values(), numbers.values()]
  return accounts.map(({ employeeId, facility, sealedFacility, sealedPhone }, index) => {
    const place = sealedFacility ? openedPlaces.next().value?.facility : facility
    const signInPhone = sealedPhone && openedNumbers.next().value?.number
    const person = persons[index]
    return person && { ...pickProfile({ employeeId, ...person }), facility: place, ...(signInPhone && { signInPhone }) }
  })
}

/** Decrypted driver, whose data is encrypted with a key per truck. */
export interface TruckDriver {
  name: string
  contact?: string
}

/**
 * Returns each truck's driver, in the order of the trucks.
 * Returns undefined for a truck without a driver, or if the truck and the driver's key were deleted.
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
