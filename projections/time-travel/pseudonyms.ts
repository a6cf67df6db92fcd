/** Replaces encrypted values by pseudonyms. Readers recognise the same person again without learning who it is. */

import { pseudonymOf } from '#domain/pseudonym.ts'
import type { Sealer } from '#platform/sealing.ts'

/** Texts that replace encrypted free text. */
const PLACEHOLDERS = { note: 'Not shown in a replay.', reason: 'Not shown in a replay.' }

interface PersonLookup {
  roleOf(personId: string): string | undefined
  /** Whether the person's key is deleted today, even if it existed at the moment that is read. */
  isErased(personId: string): boolean
}

/**
 * Creates a sealer that returns pseudonyms instead of decrypted values.
 * For erased people it returns undefined, as in the present.
 */
export function createPseudonymSealer({ roleOf, isErased }: PersonLookup): Sealer {
  return {
    seal: () => Promise.reject(new Error('A past state cannot seal data.')),
    open: async <T extends object>(sealed: readonly { personId: string }[]) =>
      sealed.map(({ personId }) => {
        if (isErased(personId)) return undefined
        const name = pseudonymOf(personId, roleOf(personId))
        const shown: object = { ...PLACEHOLDERS, name, email: '', employeeId: undefined }
        return shown as T
      }),
    forget: () => undefined,
  }
}
