/** Who an account is of. */
import { openPersons, type Person } from '#platform/persons.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Registered } from '../streams/account.ts'

/** Undefined for a person who was erased. */
export const openPerson = async (sealer: Sealer, registered: Registered): Promise<Person | undefined> =>
  (await openPersons(sealer, [registered]))[0]
