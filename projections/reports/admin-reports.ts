/** The admin's list of reports: newest first, a page at a time, each with who made it. */
import { reject } from '#contract/door/problems.ts'
import type { AdminReport } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { firstInOrder, orderBy } from '#platform/read-store/order.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { REPORT_STATUSES } from '#rules/city.ts'
import { fold, wordsOf } from '../reading/fold-text.ts'
import { STANDING } from '../reading/lists.ts'
import type { People } from '../reading/people.ts'
import type { Reading } from '../reading/reading.ts'
import { openReports } from './open-reports.ts'
import type { ReportRow } from './reports-view.ts'

export function adminReportReads({ sealer }: Pick<Reading, 'sealer'>, people: People): Reads {
  /** A page of all, which the read store cuts out. */
  async function pageOfAll(rows: Rows, skip: number, limit: number) {
    const found = await rows.find<ReportRow>('reports', { filter: STANDING, sort: NEWEST_FIRST, skip, limit })
    return { found, total: await rows.count('reports', STANDING) }
  }

  /** A page of those in which each word is found; names are sealed, so they are compared here. */
  async function pageOfMatching(rows: Rows, words: readonly string[], skip: number, limit: number) {
    const [everybody, zones] = await Promise.all([people.all(rows), rows.find('zones', { unsorted: true })])
    const folded = new Map(zones.map(({ id }) => [id, fold(id)]))
    const plain = [...REPORT_STATUSES, unknown, ...folded.values()]
    // What is part of nothing else must be part of a name: only the reports of those who are called so are looked at.
    const ofNames = words.filter((word) => !plain.some((text) => text.includes(word)))
    const named = everybody.filter(({ folded }) => ofNames.every((word) => folded.name.includes(word)))
    const names = new Map(named.map(({ row, folded }) => [row.id, folded.name]))
    const filter = ofNames.length > 0 ? { ...STANDING, userId: { $in: [...names.keys()] } } : STANDING
    const all = await rows.find<ReportRow>('reports', { filter, unsorted: true })
    const others = words.filter((word) => !ofNames.includes(word))
    const matching = all.filter(({ zone, status, userId }) =>
      others.every((word) =>
        [folded.get(zone) ?? fold(zone), status, names.get(userId) ?? unknown].some((text) => text.includes(word)),
      ),
    )
    // A page of them is found for less than all are sorted for.
    const found = firstInOrder(matching, orderBy(NEWEST_FIRST), skip + limit)
    return { found: found.slice(skip), total: matching.length }
  }

  async function withPeople(rows: Rows, found: readonly ReportRow[]): Promise<AdminReport[]> {
    const [reports, shown] = await Promise.all([
      openReports(found, sealer, { withName: false }),
      people.byId(
        rows,
        found.map((row) => row.userId),
      ),
    ])
    return reports.map((report) => {
      const { name: user_name = UNKNOWN, email: user_email = '', erased } = shown.get(report.userId) ?? {}
      const description = erased ? undefined : report.description
      return { ...report, description, user_name, user_email, created_at: report.timestamp }
    })
  }

  return {
    async adminReports({ query: { search, sort, page, size } }, { rows }) {
      if (sort) return reject('bad-request', 'Reports are listed newest first only', { sort: 'Leave it out' })
      const words = wordsOf(search)
      const skip = (page - 1) * size
      const { found, total } =
        words.length > 0 ? await pageOfMatching(rows, words, skip, size) : await pageOfAll(rows, skip, size)
      return { reports: await withPeople(rows, found), total }
    },
  }
}

const NEWEST_FIRST = { timestamp: -1 } as const
/** The name of somebody who has no account. */
const UNKNOWN = 'Unknown'
const unknown = fold(UNKNOWN)
