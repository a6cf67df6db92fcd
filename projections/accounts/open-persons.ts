/** Account rows opened: who somebody is, with what older rows hold in clear. */
import type { Sealer } from '#platform/sealing.ts'
import type { AccountRow } from './accounts-view.ts'

export interface Person {
  name: string
  email: string
  phone?: string
  employeeId?: string
  facility?: string
}

/** In the order of the rows; undefined for a person whose key is gone. */
export async function openPersons(sealer: Sealer, rows: readonly AccountRow[]): Promise<(Person | undefined)[]> {
  const [persons, places] = await Promise.all([
    sealer.open<Person>(rows.map(({ id, sealed }) => ({ personId: id, sealed }))),
    sealer.open<Person>(rows.flatMap(({ id, sealedFacility: sealed }) => (sealed ? [{ personId: id, sealed }] : []))),
  ])
  const sealedPlaces = places.values()
  return rows.map(({ employeeId, facility, sealedFacility }, index) => {
    const place = sealedFacility ? sealedPlaces.next().value?.facility : facility
    const person = persons[index]
    return person && { employeeId, ...person, facility: place }
  })
}
