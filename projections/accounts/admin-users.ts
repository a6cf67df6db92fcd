/**
 * Lists, searches, sorts and pages users for admins in memory.
 * Rows have names and emails only encrypted.
 */

import type { QueryOf } from '#contract/endpoints.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { AdminUser } from '#contract/views.ts'
import { compareCodeUnits, searchWordsOf } from '#domain/fold-text.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { toUser } from '#platform/persons.ts'
import { selectFirstInOrder } from '#platform/read-store/order.ts'
import { type ListedPerson, type PersonDirectory, zoneOrFacilityOf } from '../queries/people.ts'

/** Functions that return a person's sort key, by sort name. */
const SORTS = new Map<string, (shown: ListedPerson) => string>([
  ['name', ({ folded: searchKeys }) => searchKeys.name],
  ['email', ({ folded: searchKeys }) => searchKeys.email],
  ['role', ({ row }) => row.role],
  ['zone', zoneOrFacilityOf],
  ['createdAt', ({ row }) => row.createdAt],
])

export function createAdminUserReadHandlers(people: PersonDirectory): ReadHandlers {
  return {
    async adminUsers({ query }, { rows }) {
      const by = SORTS.get(query.sort ?? 'name')
      if (!by) {
        const keys = msg`Sort by ${{ keys: [...SORTS.keys()].join(', ') }}`
        return reject('bad-request', keys, { sort: keys })
      }
      const words = searchWordsOf(query.search)
      const found = (await people.all(rows)).filter((shown) => matches(shown, words))
      const from = (query.page - 1) * query.size
      // Selects only the rows up to the requested page, which costs less than sorting all rows.
      const first = selectFirstInOrder(found, order(by, query.order), from + query.size)
      return { users: first.slice(from).map(toAdminUser), total: found.length }
    },
  }
}

const matches = ({ folded: { name, email, employeeId, place } }: ListedPerson, words: readonly string[]) =>
  words.every(
    (word) => name.includes(word) || email.includes(word) || employeeId.includes(word) || place.includes(word),
  )

/**
 * Returns a comparator that puts erased people last in either direction.
 * Name and id break ties, so pages never repeat a row.
 */
function order(by: (shown: ListedPerson) => string, direction: QueryOf<'adminUsers'>['order']) {
  const sign = direction === 'desc' ? -1 : 1
  return (a: ListedPerson, b: ListedPerson) =>
    Number(a.erased) - Number(b.erased) ||
    sign * compareCodeUnits(by(a), by(b)) ||
    compareCodeUnits(a.folded.name, b.folded.name) ||
    compareCodeUnits(a.row.id, b.row.id)
}

function toAdminUser({ row, erased, keyGone, folded: _, ...person }: ListedPerson): AdminUser {
  const { id, role, createdAt, simulated } = row
  const user = toUser(keyGone ? { id, role, createdAt } : row, person)
  return { ...user, created_at: createdAt, erased, simulated }
}
