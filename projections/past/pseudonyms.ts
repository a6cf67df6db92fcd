/** Opens what is sealed as pseudonyms: whoever reads the past learns that somebody is the same person again, and not who. */
import type { Sealer } from '#platform/sealing.ts'
import { pseudonymOf } from '#rules/pseudonym.ts'

/** What somebody wrote where others always read something. */
const WORDS = { note: 'Not shown in a replay.', reason: 'Not shown in a replay.' }

interface Known {
  roleOf(personId: string): string | undefined
  /** Whether the person's key is gone, whatever the past that is read knows of it. */
  isErased(personId: string): boolean
}

/** Nothing is deciphered, and nothing is known of the erased, as ever. */
export function pseudonymSealer({ roleOf, isErased }: Known): Sealer {
  return {
    seal: () => Promise.reject(new Error('Nothing of the past can be sealed.')),
    open: async <T extends object>(sealed: readonly { personId: string }[]) =>
      sealed.map(({ personId }) =>
        isErased(personId)
          ? undefined
          : ({
              ...WORDS,
              name: pseudonymOf(personId, roleOf(personId)),
              email: '',
              employeeId: undefined,
            } as unknown as T),
      ),
    forget: () => undefined,
  }
}
