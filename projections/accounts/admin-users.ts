/**
 * Lists, searches, sorts and pages users for admins.
 * This runs in memory because rows store names and emails sealed.
 */

import { reject } from '#contract/door/problems.ts'
import type { QueryOf } from '#contract/endpoints.ts'
import type { AdminUser } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { toUser } from '#platform/persons.ts'
import { firstInOrder } from '#platform/read-store/order.ts'
import { compare, wordsOf } from '#rules/fold-text.ts'
import { type People, placeOf, type Shown } from '../reading/people.ts'

/** Sort keys by the name of the sort. */
const SORTS = new Map<string, (shown: Shown) => string>([
  ['name', ({ folded }) => folded.name],
  ['email', ({ folded }) => folded.email],
  ['role', ({ row }) => row.role],
  ['zone', placeOf],
  ['createdAt', ({ row }) => row.createdAt],
])

export function adminUserReads(people: People): Reads {
  return {
    async adminUsers({ query }, { rows }) {
      const by = SORTS.get(query.sort ?? 'name')
      if (!by) {
        const keys = `Sort by ${[...SORTS.keys()].join(', ')}`
        return reject('bad-request', keys, { sort: keys })
      }
      const words = wordsOf(query.search)
      const found = (await people.all(rows)).filter((shown) => matches(shown, words))
      const from = (query.page - 1) * query.size
      // Selecting the first rows costs less than sorting all.
      const first = firstInOrder(found, order(by, query.order), from + query.size)
      return { users: first.slice(from).map(toAdminUser), total: found.length }
    },
  }
}

const matches = ({ folded: { name, email, employeeId, place } }: Shown, words: readonly string[]) =>
  words.every(
    (word) => name.includes(word) || email.includes(word) || employeeId.includes(word) || place.includes(word),
  )

/**
 * Returns a comparator that puts erased people last in either direction.
 * Name and id break ties, so pages never repeat a row.
 */
function order(by: (shown: Shown) => string, way: QueryOf<'adminUsers'>['order']) {
  const sign = way === 'desc' ? -1 : 1
  return (a: Shown, b: Shown) =>
    Number(a.erased) - Number(b.erased) ||
    sign * compare(by(a), by(b)) ||
    compare(a.folded.name, b.folded.name) ||
    compare(a.row.id, b.row.id)
}

function toAdminUser({ row, erased, keyGone, folded: _, ...person }: Shown): AdminUser {
  const { id, role, createdAt, simulated } = row
  const user = toUser(keyGone ? { id, role, createdAt } : row, person)
  return { ...user, created_at: createdAt, erased, simulated }
}
