/** Log of name accesses and look-ups: one row per time and person, reason sealed. */
import type { LookedUpBy } from '#contract/audit/look-ups.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AccessRow extends Row {
  /** Person whose name was opened; the reason is sealed for them. */
  userId: string
  /** Sealed `{ reason }`. */
  sealed: string
  openedBy: string
  at: string
  /** How they were found; absent where their name was opened. */
  lookedUpBy?: LookedUpBy
}

const SEPARATOR = ' '

export const accessesView = defineView<AccessRow>({
  name: 'accesses',
  on: {
    PersonOpened: {
      id: ({ accessId }) => accessId,
      row: (_, { data: { accessId: id, userId, sealed, openedBy, openedAt: at } }) => ({
        id,
        userId,
        sealed,
        openedBy,
        at,
      }),
    },
    PeopleLookedUp: {
      id: ({ lookUpId, found }) => found.map(({ userId }) => lookUpId + SEPARATOR + userId),
      row(_, { data: { lookUpId, found, by, lookedUpBy, lookedUpAt: at } }, id) {
        const person = found.find(({ userId }) => lookUpId + SEPARATOR + userId === id)
        return person && { id, ...person, openedBy: lookedUpBy, at, lookedUpBy: by }
      },
    },
  },
})
