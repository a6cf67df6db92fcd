/** Who accounts are of: their sealed fields opened, for many at once, and those of older events, which lie in clear. */
import type { Sealer } from './sealing.ts'

/** An account's personal data, as events and rows hold it. */
export interface SealedPerson {
  userId: string
  /** {name, email, phone?, employeeId?} */
  sealed: string
  /** {facility} */
  sealedFacility?: string
  /** In clear, of older events. */
  facility?: string
  employeeId?: string
}

export interface Person {
  name: string
  email: string
  phone?: string
  employeeId?: string
  facility?: string
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
    return person && { employeeId, ...person, facility: place }
  })
}
