/** Lists reports for admins, newest first, with their authors. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { AdminReport } from '#contract/views.ts'
import { REPORT_STATUSES } from '#domain/city.ts'
import { foldForSearch, searchWordsOf } from '#domain/fold-text.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { NOT_REPLACED_FILTER } from '../queries/lists.ts'
import type { PersonDirectory } from '../queries/people.ts'
import type { ReportRow } from './reports-view.ts'
import { unsealReports } from './unseal-reports.ts'

export function createAdminReportReadHandlers(
  { sealer }: Pick<ReadDependencies, 'sealer'>,
  people: PersonDirectory,
): ReadHandlers {
  /** Reads a page from the read store, for requests without search words. */
  async function pageOf(rows: Rows, fields: Filter, skip: number, limit: number) {
    const filter = { ...NOT_REPLACED_FILTER, ...fields }
    const [found, total] = await Promise.all([
      rows.find<ReportRow>('reports', { filter, sort: NEWEST_FIRST, skip, limit }),
      rows.count('reports', filter),
    ])
    return { found, total }
  }

  /**
   * Returns a page of reports that match every word.
   * Names are encrypted, so they are compared in memory.
   */
  async function pageOfMatching(rows: Rows, words: readonly string[], skip: number, limit: number) {
    const [everybody, zones] = await Promise.all([people.all(rows), rows.find('zones', { unsorted: true })])
    const { filter, others } = toFilters(words, {
      status: REPORT_STATUSES.map((status) => [status, status]),
      zone: zones.map(({ id }) => [id, foldForSearch(id)]),
      userId: everybody.map(({ row, folded }) => [row.id, folded.name]),
    })
    if (others.length === 0) return pageOf(rows, filter, skip, limit)
    const fields = { ...NOT_REPLACED_FILTER, ...filter }
    const found: ReportRow[] = []
    let total = 0
    for await (const slice of readNewestFirst(rows, fields))
      for (const row of slice) {
        if (!others.every((isFoundIn) => isFoundIn(row))) continue
        if (total >= skip && found.length < limit) found.push(row)
        total += 1
      }
    return { found, total }
  }

  async function withPeople(rows: Rows, found: readonly ReportRow[]): Promise<AdminReport[]> {
    const [reports, shown] = await Promise.all([
      unsealReports(found, sealer, { withName: false }),
      people.byId(
        rows,
        found.map((row) => row.userId),
      ),
    ])
    return reports.map((report) => {
      const { name: user_name = UNKNOWN, email: user_email = '', keyGone } = shown.get(report.userId) ?? {}
      const description = keyGone ? undefined : report.description
      return { ...report, description, user_name, user_email, created_at: report.timestamp }
    })
  }

  return {
    async adminReports({ query: { search, sort, page, size } }, { rows }) {
      if (sort) return reject('bad-request', msg`Reports are listed newest first only`, { sort: msg`Leave it out` })
      const words = searchWordsOf(search)
      const skip = (page - 1) * size
      const { found, total } =
        words.length > 0 ? await pageOfMatching(rows, words, skip, size) : await pageOf(rows, {}, skip, size)
      return { reports: await withPeople(rows, found), total }
    },
  }
}

/**
 * Number of reports that a search reads at a time.
 * Other work runs between two reads, and memory contains one slice only.
 */
const SLICE_REPORTS = 4_000

/** Yields the reports in slices, newest first. */
async function* readNewestFirst(rows: Rows, fields: Filter): AsyncGenerator<readonly ReportRow[]> {
  let until: string | undefined
  /** Number of reports with the time `until` that were already read. */
  let skip = 0
  for (;;) {
    const filter = { ...fields, ...(until !== undefined && { timestamp: { $lte: until } }) }
    const query = { filter, sort: NEWEST_FIRST, skip, limit: SLICE_REPORTS }
    const slice = await rows.find<ReportRow>('reports', query)
    yield slice
    const last = slice.at(-1)?.timestamp
    if (last === undefined || slice.length < SLICE_REPORTS) return
    skip = slice.filter(({ timestamp }) => timestamp === last).length + (last === until ? skip : 0)
    until = last
    await nextTurn()
  }
}

const FIELDS = ['status', 'zone', 'userId'] as const
type Field = (typeof FIELDS)[number]
/**
 * Maximum number of values in a filter.
 * With more values, reports are tested row by row.
 * One long query would stop all other work.
 */
const MOST_VALUES = 500
/**
 * Possible values of each searched field.
 * Each value has the text in which the search looks for words.
 */
type SearchTexts = Record<Field, readonly (readonly [value: string, text: string])[]>

const valuesWith = (words: readonly string[], texts: SearchTexts[Field]) =>
  texts.filter(([, text]) => words.every((word) => text.includes(word))).map(([value]) => value)

/**
 * Turns search words into a filter and additional tests of rows.
 * A word that occurs in the texts of only one field becomes part of the filter.
 * Words that occur in several fields are tested row by row.
 */
function toFilters(words: readonly string[], texts: SearchTexts) {
  const own = new Map<Field, string[]>()
  const others: ((row: ReportRow) => boolean)[] = []
  for (const word of words) {
    // A search word that occurs in no field must match no report.
    // Such a word becomes a filter for `userId` with an empty list of values.
    const [field = 'userId', ...more] = FIELDS.filter((field) => texts[field].some(([, text]) => text.includes(word)))
    if (more.length > 0 || unknown.includes(word)) others.push(rowTestOf(word, texts))
    else own.set(field, [...(own.get(field) ?? []), word])
  }
  const filter: Filter = {}
  for (const [field, words] of own) {
    const values = valuesWith(words, texts[field])
    if (values.length <= MOST_VALUES) filter[field] = { $in: values }
    else others.push(fieldTestOf(field, values))
  }
  return { filter, others }
}

/** Returns a function that tests whether a report has one of the values. */
function fieldTestOf(field: Field, values: readonly string[]): (row: ReportRow) => boolean {
  const wanted = new Set<string>(values)
  return (row) => wanted.has(row[field])
}

/** Returns a function that tests whether a report's texts contain the word. */
function rowTestOf(word: string, texts: SearchTexts): (row: ReportRow) => boolean {
  const found = FIELDS.map((field) => ({ field, values: new Set(valuesWith([word], texts[field])) }))
  const isFound = (row: ReportRow) => found.some(({ field, values }) => values.has(row[field]))
  if (!unknown.includes(word)) return isFound
  const known = new Set(texts.userId.map(([id]) => id))
  return (row) => isFound(row) || !known.has(row.userId)
}

const NEWEST_FIRST = { timestamp: -1 } as const
/** Name that is shown for a user id without an account. */
const UNKNOWN = 'Unknown'
const unknown = foldForSearch(UNKNOWN)
