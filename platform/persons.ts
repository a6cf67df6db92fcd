/**
 * Who accounts are of: what is sealed of a person, opened for many at once, and the user of the wire that it makes. A field of
 * the profile that is added to the wire's user goes into `toSealed` as well, and through everything else by itself.
 */
import type { User } from '#contract/views.ts'
import type { Sealer } from './sealing.ts'

/** An account's personal data, as events and rows hold it. */
export interface SealedPerson {
  userId: string
  /** What `toSealed` names. */
  sealed: string
  /** {facility} */
  sealedFacility?: string
  /** In clear, of older events. */
  facility?: string
  employeeId?: string
}

/** What of a user is no secret, or changes apart from the profile. */
type Facts = Pick<User, 'id' | 'role' | 'zone' | 'createdAt' | 'mustChangePassword' | 'unconfirmed'>

/** A person's own fields, as they are sealed when the account is registered. */
export type Profile = Omit<User, keyof Facts | 'facility' | 'employee_id'> & { employeeId?: string }

export interface Person extends Profile {
  facility?: string
}

/** The profile and nothing else of what carries it, such as a command with a password. */
export const toSealed = ({
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

/** The user of the wire; of an erased person, who is undefined here, the facts are left. */
export function toUser(facts: Facts, person: Person | undefined): User {
  const { id, role, zone, createdAt, mustChangePassword, unconfirmed } = facts
  const { name = 'Erased', email = '', employeeId, ...profile } = person ?? {}
  return {
    id,
    name,
    email,
    role,
    ...profile,
    employee_id: employeeId,
    zone,
    createdAt,
    mustChangePassword,
    unconfirmed,
  }
}

/** In the order asked; undefined for a person who was erased. */
export async function openPersons(sealer: Sealer, accounts: readonly SealedPerson[]): Promise<(Person | undefined)[]> {
  const [persons, places] = await Promise.all([
    sealer.open<Person>(accounts.map(({ userId: personId, sealed }) => ({ personId, sealed }))),
    sealer.open<Person>(
      accounts.flatMap(({ userId: personId, sealedFacility: sealed }) => (sealed ? [{ personId, sealed }] : [])),
    ),
  ])
  const sealedPlaces = places.values()
  return accounts.map(({ employeeId, facility, sealedFacility }, index) => {
    const place = sealedFacility ? sealedPlaces.next().value?.facility : facility
    const person = persons[index]
    return person && { ...toSealed({ employeeId, ...person }), facility: place }
  })
}
