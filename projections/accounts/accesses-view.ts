/** Log of name accesses: one row per access, reason sealed. */
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AccessRow extends Row {
  /** Person whose name was opened; the reason is sealed for them. */
  userId: string
  /** Sealed `{ reason }`. */
  sealed: string
  openedBy: string
  at: string
}

export const accessesView = defineView<AccessRow>({
  name: 'accesses',
  on: {
    PersonOpened: {
      id: ({ accessId }) => accessId,
      row: (_, { data: { accessId: id, userId, sealed, openedBy, openedAt: at } }) => ({
        ...{ id, userId, sealed, openedBy, at },
      }),
    },
  },
})
