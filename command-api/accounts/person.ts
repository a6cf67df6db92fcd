/** Decrypts the personal data of an account. */
import { type Person, type SealedPerson, unsealPersons } from '#platform/persons.ts'
import { type Row, RowsBehind } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { loadAccount, type RegisteredAccount } from '../aggregates/account.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Returns a person's decrypted data; undefined after their erasure. */
export const unsealPerson = async (sealer: Sealer, registered: RegisteredAccount): Promise<Person | undefined> =>
  (await unsealPersons(sealer, [registered]))[0]

/** Fields that are read from the row of an account. */
interface AccountRow extends Row, Pick<SealedPerson, 'sealed'> {
  unconfirmed?: true
}

/**
 * Returns a lookup of a user's name and confirmation.
 * Undefined for unknown or erased.
 * Reads the account's row, which is usually cached.
 * Reads the log if the row is missing or says unconfirmed, because rows lag.
 */
export function createPersonLoader({ store, sealer, rows }: Pick<Kernel, 'store' | 'sealer' | 'rows'>) {
  /**
   * Returns a person's account row.
   * Returns undefined if the row is missing, or the table lags behind the log.
   */
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
