/** The admin's list of users: searched, sorted and paged here, since names and emails lie sealed in the rows. */

import { reject } from '#contract/door/problems.ts'
import type { QueryOf } from '#contract/endpoints.ts'
import type { AdminUser } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { toUser } from '#platform/persons.ts'
import { compare, fold, wordsOf } from '../reading/fold-text.ts'
import type { People, Shown } from '../reading/people.ts'

/** What is compared, by the name of the sort. */
const SORTS = new Map<string, (shown: Shown) => string>([
  ['name', ({ folded }) => folded.name],
  ['email', ({ folded }) => folded.email],
  ['role', ({ row }) => row.role],
  ['zone', (shown) => placeOf(shown)],
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
      const found = (await people.all(rows)).filter((shown) => matches(shown, words)).sort(order(by, query.order))
      const from = (query.page - 1) * query.size
      return { users: found.slice(from, from + query.size).map(toAdminUser), total: found.length }
    },
  }
}

/** The column 'Zone/Facility': residents have the one, staff perhaps the other. Nothing is told of an erased person. */
const placeOf = ({ row, facility, erased }: Shown) => (erased ? '' : (row.zone ?? facility ?? ''))

function matches(shown: Shown, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { name, email } = shown.folded
  const id = shown.erased ? '' : fold(shown.employeeId ?? '')
  const place = fold(placeOf(shown))
  return words.every((word) => [name, email, id, place].some((text) => text.includes(word)))
}

/** Erased people come last, whichever way; ties go by name and id, so that no page repeats what another showed. */
function order(by: (shown: Shown) => string, way: QueryOf<'adminUsers'>['order']) {
  const sign = way === 'desc' ? -1 : 1
  return (a: Shown, b: Shown) =>
    Number(a.erased) - Number(b.erased) ||
    sign * compare(by(a), by(b)) ||
    compare(a.folded.name, b.folded.name) ||
    compare(a.row.id, b.row.id)
}

function toAdminUser({ row, erased, folded: _, ...person }: Shown): AdminUser {
  const { id, role, createdAt, simulated } = row
  const user = toUser(erased ? { id, role, createdAt } : row, person)
  return { ...user, created_at: createdAt, erased, simulated }
}
