/** Who opened whose name: one row for each time, the reason sealed for whose name it was. */
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AccessRow extends Row {
  /** Whose name it was. */
  userId: string
  /** {reason} */
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
