/** Log of look-ups of people by staff: one row per time and person, with the encrypted reason. */
import type { LookUpField } from '#contract/audit/kinds.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface PersonAccessRow extends Row {
  /** Person whose name was shown. The reason is encrypted with this person's key. */
  userId: string
  /** Encrypted `{ reason }`. */
  sealed: string
  openedBy: string
  at: string
  /** How the person was found. Absent if the person's name was requested directly. */
  lookedUpBy?: LookUpField
}

const SEPARATOR = ' '

export const personAccessesView = defineView<PersonAccessRow>({
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
