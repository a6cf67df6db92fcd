/**
 * Security log: one row per security event or sign-in, in log order.
 * It has user ids and keyed address hashes, but no names.
 */
import type { SecurityKind } from '#contract/audit/kinds.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface SecurityRow extends Row {
  kind: SecurityKind
  at: string
  userId?: string
  origin?: string
}

export const securityView = defineView<SecurityRow>({
  name: 'security',
  on: {
    SecurityNoted: {
      id: (data) => data.noteId,
      row: (_, { data: { noteId: id, kind, userId, origin, notedAt: at } }) => ({ id, kind, at, userId, origin }),
    },
    StaffSignedIn: {
      id: ({ userId, signedInAt }) => `${userId}/${signedInAt}`,
      // Sign-ins recorded by older versions have no origin in this event, and get no row.
      // A separate event SecurityNoted contains their origin and adds the row.
      row: (_, { data: { userId, origin, signedInAt: at } }, id) =>
        origin === undefined ? undefined : { id, kind: 'signed-in', at, userId, origin },
    },
  },
})
