/** Who an account is of. */
import { openPersons, type Person, type SealedPerson } from '#platform/persons.ts'
import { type Row, RowsBehind } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { loadAccount } from '../streams/load-account.ts'

/** Undefined for a person who was erased. */
export const openPerson = async (sealer: Sealer, registered: Registered): Promise<Person | undefined> =>
  (await openPersons(sealer, [registered]))[0]

/** What is read of an account's row. */
interface AccountRow extends Row, Pick<SealedPerson, 'sealed'> {
  unconfirmed?: true
}

/**
 * The name of a person by id, and whether they are unconfirmed; undefined when there is no such account (any more). Whoever opened
 * the app has their row in memory by then; what a row may not have yet, such as the confirmation, the log is asked for.
 */
export function createPersonOf({ store, sealer, rows }: Pick<Kernel, 'store' | 'sealer' | 'rows'>) {
  /** Undefined also while no row can be read: then the log is asked. */
  async function rowOf(userId: string): Promise<AccountRow | undefined> {
    try {
      const [row] = await (await rows.standing('accounts')).get<AccountRow>('accounts', [userId])
      return row
    } catch (error) {
      if (error instanceof RowsBehind) return undefined
      throw error
    }
  }

  return async (userId: string): Promise<{ name: string; unconfirmed?: true } | undefined> => {
    const row = await rowOf(userId)
    const account = row && !row.unconfirmed ? row : await loadAccount(store, userId)
    if (!account) return undefined
    const [person] = await sealer.open<Person>([{ personId: userId, sealed: account.sealed }])
    return person && { name: person.name, ...(account.unconfirmed && { unconfirmed: true }) }
  }
}
