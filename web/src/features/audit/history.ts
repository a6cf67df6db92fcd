/** Helpers of the audit history screen: queries, address state, texts of filters, days and changes. */

import { plural, t } from '@lingui/core/macro'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { type EventSubjectKind, eventTypeLabelOf } from '#contract/audit/event-subjects.ts'
import type { HistoryEvent, HistoryFilter } from '#contract/audit/history.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { localDayOf } from '#domain/city-time.ts'
import { lookUp } from '#domain/dictionary.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { api } from '#web/lib/api/api.ts'
import { defineQuery, requestOf } from '#web/lib/api/request.ts'
import { formatCalendarDay, getInvalidDateText, isDate, parseDate } from '#web/lib/format/dates.ts'
import { getRoleNames } from '#web/lib/format/labels.ts'
import { createNumberFormatter } from '#web/lib/format/numbers.ts'
import { createCityTimeFormatter, formatExactTime, formatFullDate } from '#web/lib/format/times.ts'
import { i18n } from '#web/lib/language/language.tsx'

/** Names of the history's filters in the page's address. */
export const FILTER_NAMES = ['from', 'to', 'kind', 'actor', 'role', 'zone', 'thing'] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type HistoryFilterValues = Partial<Record<FilterName, string>>

export interface HistoryListState {
  filter: HistoryFilterValues
  /**
   * Where the list of events starts: at a log position, or at the newest event of a day.
   * If undefined, the list starts at the newest event.
   */
  start: { at: number } | { day: string } | undefined
  /** Log position of the event that is open. */
  event: number | undefined
}

const MAX_FILTER_LENGTH = 200

function positionIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/**
 * Returns where the list starts, from a text in the page's address: a day or a log position.
 * Returns undefined for other texts.
 */
function startOf(text: string): HistoryListState['start'] {
  if (isDate(text)) return { day: text }
  const at = positionIn(text)
  return at === undefined ? undefined : { at }
}

/** Parses a typed date or position; undefined for other texts. */
export function parseStart(text: string, today: string): HistoryListState['start'] {
  const day = parseDate(text, { today, toward: 'past' })
  return day ? { day } : startOf(text.replace(/[,\s#]/g, ''))
}

/**
 * Returns an error for each invalid date in the filter of the page's URL.
 * While there is an error, no request is sent.
 */
export function dateErrorsOf({ from, to }: HistoryFilterValues): Record<string, string> {
  const isWrong = (text: string | undefined) => text !== undefined && !isDate(text)
  return { ...(isWrong(from) && { from: getInvalidDateText() }), ...(isWrong(to) && { to: getInvalidDateText() }) }
}

export function parseHistoryListState(params: URLSearchParams): HistoryListState {
  const filter: HistoryFilterValues = {}
  for (const name of FILTER_NAMES) {
    const value = params.get(name)?.trim().slice(0, MAX_FILTER_LENGTH)
    if (value) filter[name] = value
  }
  return { filter, start: startOf(params.get('at') ?? ''), event: positionIn(params.get('event')) }
}

/**
 * Returns a query string for the history's filter, start and opened event.
 * It starts with '?', or is '' if none of these is set.
 */
export function queryStringOf({ filter, start, event }: HistoryListState): string {
  const params = new URLSearchParams()
  for (const name of FILTER_NAMES) if (filter[name]) params.set(name, filter[name])
  if (start) params.set('at', 'day' in start ? start.day : String(start.at))
  if (event !== undefined) params.set('event', String(event))
  const text = params.toString()
  return text && `?${text}`
}

/**
 * Returns the filter as the API's query.
 * The server validates it.
 */
export const historyQueryOf = (filter: HistoryFilterValues) => filter as HistoryFilter

const PAGE_SIZE = 100
export type HistoryPage = AnswerOf<'auditEvents'>
type PageCursor = { before: number } | { upTo: number } | { after: number } | { until: string } | Record<string, never>

export interface HistoryQuery {
  filter: HistoryFilterValues
  start: HistoryListState['start']
}

/** Returns the page cursor with which a list of past events starts. */
function startCursorOf(start: HistoryListState['start']): PageCursor {
  if (!start) return {}
  return 'day' in start ? { until: start.day } : { upTo: start.at }
}

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    historyPages: build.infiniteQuery<HistoryPage, HistoryQuery, PageCursor | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        // A refetch loads only the newest page, not all scrolled pages.
        refetchCachedPages: false,
        getNextPageParam: ({ events, older }) => {
          const last = events.at(-1)
          return last && older > 0 ? { before: last.position } : undefined
        },
        getPreviousPageParam: ({ events: [first], newer }) =>
          first && newer > 0 ? { after: first.position } : undefined,
      },
      query: ({ queryArg: { filter, start }, pageParam }) =>
        requestOf('auditEvents', {
          ...historyQueryOf(filter),
          ...(pageParam ?? startCursorOf(start)),
          limit: PAGE_SIZE,
        }),
    }),
    auditEvent: build.query(defineQuery('auditEvent')),
    auditFacets: build.query(defineQuery('auditFacets')),
    changes: build.query(defineQuery('changes')),
  }),
})

export const { useHistoryPagesInfiniteQuery, useAuditEventQuery, useAuditFacetsQuery, useChangesQuery } = calls

// Texts of the audit history: its filters, its days, and the changes that events made.

/**
 * Returns 'Bin reported full' for BinReportedFull, in the reader's language.
 * `npm run messages` copies the names from contract/streams.ts to the staff's texts.
 * Event types that this version does not know have an English name.
 */
export function eventTypeNameOf(type: string): string {
  const label = eventTypeLabelOf(type)
  // Lingui compiles a message to a list of parts, although its type is a string.
  return i18n._(generateMessageId(label), {}, { message: [label] as unknown as string })
}

const isCode = (who: string) => /^[0-9A-F]{8}$/.test(who)
/** Returns the code of a person's pseudonym, such as '7F3A91C2'. */
const codeOf = (who: string) => (isCode(who) ? who : pseudonymOf(who).split(' ').at(-1))

export const roleTextOf = (role: string) => (role === 'system' ? t`The system` : (lookUp(getRoleNames(), role) ?? role))

/**
 * Returns a report's id as 'Report 3 of 7F3A91C2'.
 * Auditors see the code 7F3A91C2 for the resident's id in it.
 * Returns undefined for other ids.
 */
export function reportTextOf(id: string): string | undefined {
  const [, reporter, number] = /^(u[0-9a-f]{20})\.(\d+)$/.exec(id) ?? []
  return reporter && t`Report ${{ number: number ?? '' }} of ${{ resident: codeOf(reporter) ?? '' }}`
}

const THING_TEXTS: Readonly<Record<EventSubjectKind, (id: string) => string>> = {
  report: (id) => t`Report ${id}`,
  truck: (id) => t`Truck ${id}`,
  site: (id) => t`Site ${id}`,
  zone: (id) => t`Zone ${id}`,
  delivery: (id) => t`Delivery ${id}`,
  collection: (id) => t`Collection ${id}`,
  dispatch: (id) => t`Dispatch ${id}`,
  account: (id) => t`Account ${{ id: codeOf(id) ?? '' }}`,
  analysis: (id) => t`Analysis ${id}`,
  notification: (id) => t`Notification ${id}`,
  forecast: (id) => t`Forecast ${id}`,
  claim: (id) => t`Claim ${id}`,
  move: (id) => t`Move ${id}`,
  checkpoint: (id) => t`Checkpoint ${id}`,
  finding: (id) => t`Finding ${id}`,
}

function thingText(thing: string): string {
  const [, reporter, number] = /^report:(.*)\.(\d+)$/.exec(thing) ?? []
  if (reporter) return t`Report ${{ number: number ?? '' }} of ${{ resident: codeOf(reporter) ?? '' }}`
  const [, kind = '', id = ''] = /^([a-z]+):(.*)$/.exec(thing) ?? []
  return lookUp(THING_TEXTS, kind)?.(id) ?? thing
}

const dayText = (day: string) => (isDate(day) ? formatCalendarDay(day) : day)

const FILTER_TEXTS: Partial<Record<FilterName, (value: string) => string>> = {
  from: (day) => t`From ${{ day: dayText(day) }}`,
  to: (day) => t`To ${{ day: dayText(day) }}`,
  kind: eventTypeNameOf,
  role: roleTextOf,
  actor: (who) => t`By ${{ person: codeOf(who) ?? '' }}`,
  thing: thingText,
}

export const describeHistoryFilter = (name: FilterName, value: string) => FILTER_TEXTS[name]?.(value) ?? value

const formatTime = createCityTimeFormatter({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Formats '2026-03-12' as 'Thursday, 12 March 2026'. */
export const formatDayHeading = (day: string) => formatFullDate(day)
/** Formats a time as '14:05:09'. */
export const formatEventTime = (iso: string) => formatTime(Date.parse(iso))

export interface HistoryListRow {
  key: string
  /** Day of the row's event, or the day that a heading names. */
  day: string
  /** The event of the row; undefined for a heading. */
  event?: HistoryEvent
}

/** Returns rows, newest first, with day headings in the city's time zone. */
export function addDayHeadings(events: readonly HistoryEvent[], timeZone: string): HistoryListRow[] {
  let shown = ''
  return events.flatMap((event): HistoryListRow[] => {
    const day = localDayOf(timeZone, event.at)
    const row = { key: String(event.position), day, event }
    if (day === shown) return [row]
    shown = day
    return [{ key: `day-${day}-${event.position}`, day }, row]
  })
}

/** A row of a view before and after an event. */
export type RowChange = AnswerOf<'changes'>['changes'][number]

interface Difference {
  field: string
  /** Formatted value before the event; undefined if there was none. */
  was: string | undefined
  is: string | undefined
}

type ViewRow = Readonly<Record<string, unknown>> | null

/** Event fields that the history does not show, because they change with every event. */
const HIDDEN_FIELDS = ['position']
/**
 * Number of entries up to which a list is shown in full.
 * Longer lists show a count.
 */
const MAX_LISTED = 4

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const formatNumber = createNumberFormatter({ maximumFractionDigits: 6 })

/** Formats a field name such as `openIds` as 'Open ids'. */
const fieldLabel = (field: string) => eventTypeLabelOf(field.replaceAll('_', ' '))

/** Formats a value; undefined if it is empty or absent. */
function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return listText(flatten(value))
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([field, part]) => {
      const text = valueText(part)
      return text === undefined ? [] : [`${fieldLabel(field).toLowerCase()} ${text}`]
    })
    return parts.length > 0 ? parts.join(', ') : undefined
  }
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  if (typeof value === 'number') return formatNumber(value)
  const text = String(value)
  return ISO_TIME.test(text) ? formatExactTime(text) : (reportTextOf(text) ?? text)
}

/** Flattens a list, because a row may store a long list as nested shorter lists. */
const flatten = (list: readonly unknown[]): unknown[] => list.flat(Number.POSITIVE_INFINITY) as unknown[]

function listText(entries: readonly unknown[]): string | undefined {
  if (entries.length === 0) return undefined
  if (entries.length > MAX_LISTED) return plural({ count: entries.length }, { one: '# entry', other: '# entries' })
  return entries.flatMap((entry) => valueText(entry) ?? []).join(', ')
}

const contentKey = (one: unknown) => JSON.stringify(one)

/**
 * Returns entries that only one of two lists has.
 * A single change among hundreds would be invisible otherwise.
 */
function listDifference(was: readonly unknown[], is: readonly unknown[]) {
  const [before, after] = [flatten(was), flatten(is)]
  const [known, kept] = [new Set(before.map(contentKey)), new Set(after.map(contentKey))]
  return {
    was: listText(before.filter((entry) => !kept.has(contentKey(entry)))),
    is: listText(after.filter((entry) => !known.has(contentKey(entry)))),
  }
}

function valueDifference(was: unknown, is: unknown): Omit<Difference, 'field'> {
  if (Array.isArray(was) && Array.isArray(is)) return listDifference(was, is)
  return { was: valueText(was), is: valueText(is) }
}

/**
 * Returns the fields that differ between two versions of a row.
 * They have the order of the newer version.
 */
export function fieldDifferencesOf(before: ViewRow, after: ViewRow): Difference[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return fields
    .filter((field) => !HIDDEN_FIELDS.includes(field))
    .map((field) => ({ field: fieldLabel(field), ...valueDifference(lookUp(before, field), lookUp(after, field)) }))
    .filter(({ was, is }) => was !== is)
}
