/** The admin's list of reports: newest first, a page at a time, each with who made it. */
import { reject } from '#contract/problems.ts'
import type { AdminReport } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { People } from '../admin/people.ts'
import { fold, wordsOf } from '../reading/fold-text.ts'
import type { Reading } from '../reading/reading.ts'
import { openReports } from './open-reports.ts'
import type { ReportRow } from './reports-view.ts'

export function adminReportReads({ reads, runner, sealer }: Reading, people: People): Handlers {
  const newestFirst = { sort: { timestamp: -1 } } as const
  const table = () => runner.table('reports')

  /** A page of all, which the read store cuts out. */
  async function pageOfAll(skip: number, limit: number) {
    const rows = await reads.find<ReportRow>(table(), { ...newestFirst, skip, limit })
    return { rows, total: await reads.count(table()) }
  }

  /** A page of those in which each word is found; names are sealed, so they are compared here. */
  async function pageOfMatching(words: readonly string[], skip: number, limit: number) {
    const names = new Map((await people.all()).map(({ row, folded }) => [row.id, folded.name]))
    const found = (await reads.find<ReportRow>(table(), newestFirst)).filter(({ zone, status, userId }) => {
      const texts = [fold(zone), status, names.get(userId) ?? fold(UNKNOWN)]
      return words.every((word) => texts.some((text) => text.includes(word)))
    })
    return { rows: found.slice(skip, skip + limit), total: found.length }
  }

  async function withPeople(rows: readonly ReportRow[]): Promise<AdminReport[]> {
    const [reports, shown] = await Promise.all([
      openReports(rows, sealer, { withName: false }),
      people.byId(rows.map((row) => row.userId)),
    ])
    return reports.map((report) => {
      const { name: user_name = UNKNOWN, email: user_email = '', erased } = shown.get(report.userId) ?? {}
      const description = erased ? undefined : report.description
      return { ...report, description, user_name, user_email, created_at: report.timestamp }
    })
  }

  return {
    async adminReports({ query: { search, sort, page, size } }) {
      if (sort) return reject('bad-request', 'Reports are listed newest first only', { sort: 'Leave it out' })
      const words = wordsOf(search)
      const skip = (page - 1) * size
      const { rows, total } = words.length > 0 ? await pageOfMatching(words, skip, size) : await pageOfAll(skip, size)
      return { reports: await withPeople(rows), total }
    },
  }
}

/** The name of somebody who has no account. */
const UNKNOWN = 'Unknown'
