/** Who an account is of: its sealed fields opened, and those of older events, which lie in clear. */
import type { Sealer } from '#platform/sealing.ts'
import type { Person, Registered } from '../streams/account.ts'

export interface Opened extends Person {
  facility?: string
}

/** Undefined for a person who was erased. */
export async function openPerson(sealer: Sealer, registered: Registered): Promise<Opened | undefined> {
  const { userId: personId, sealed, sealedFacility, employeeId, facility } = registered
  const texts = sealedFacility ? [sealed, sealedFacility] : [sealed]
  const [person, place] = await sealer.open<Opened>(texts.map((text) => ({ personId, sealed: text })))
  return person && { employeeId, ...person, facility: sealedFacility ? place?.facility : facility }
}
