/** State, filter, keyboard commands and row tooltips of the list of active reports. */

import { t } from '@lingui/core/macro'
import { useContext, useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Report, Schedule } from '#contract/views.ts'
import { toReadablePhone } from '#domain/contacts.ts'
import { lookUp } from '#domain/dictionary.ts'
import { api } from '#web/lib/api/api.ts'
import { defineQuery } from '#web/lib/api/request.ts'
import { placeTextOf } from '#web/lib/format/bins.ts'
import { ClockContext } from '#web/lib/hooks/replay-context.ts'
import { getResidentNameOfReport } from '#web/lib/language/person-name.ts'

export const getReportStateLabels = () => ({ new: t`New`, 'on-its-way': t`On its way`, overdue: t`Overdue` }) as const
export type ReportState = keyof ReturnType<typeof getReportStateLabels>

/** Returns the zones with an overdue collection. */
export const findZonesWithOverdueCollection = (schedules: readonly Pick<Schedule, 'zone' | 'status' | 'overdueAt'>[]) =>
  new Set(schedules.filter((row) => row.status === 'in-progress' && row.overdueAt).map(({ zone }) => zone))

/**
 * Returns an open report's state.
 * `overdue` contains the zones with an overdue collection.
 */
export function reportStateOf(
  { status, zone }: Pick<Report, 'status' | 'zone'>,
  overdue: ReadonlySet<string>,
): ReportState {
  if (status !== 'in-progress') return 'new'
  return overdue.has(zone) ? 'overdue' : 'on-its-way'
}

/** Filter and order of the reports. */
export interface ReportFilterState {
  text: string
  zone: string
  state: ReportState | ''
  oldestFirst: boolean
}

/** Default filter: all reports, the oldest first. */
export const DEFAULT_REPORT_FILTER: ReportFilterState = { text: '', zone: '', state: '', oldestFirst: true }

/**
 * Returns the reports that match the filter.
 * `rows` are newest first.
 * Every searched word must occur in name, zone or description.
 */
export function filterReports(
  rows: readonly Report[],
  { text, zone, state, oldestFirst }: ReportFilterState,
  overdue: ReadonlySet<string>,
) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (row: Report) => {
    const said = `${getResidentNameOfReport(row) ?? ''} ${row.zone} ${row.description ?? ''}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const isAll = words.length === 0 && !zone && !state
  const seen = isAll
    ? rows
    : rows.filter(
        (row) => (!zone || row.zone === zone) && (!state || reportStateOf(row, overdue) === state) && fits(row),
      )
  return oldestFirst ? seen.toReversed() : seen
}

export type RowShortcut =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'select'
  | 'collect'
  | 'open'
  | 'clear'

const ROW_KEYS: Readonly<Record<string, RowShortcut>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
  x: 'select',
  c: 'collect',
  o: 'open',
  Escape: 'clear',
}

/**
 * Keys that act only while the row itself has the focus.
 * On a focused button of the row, these keys press the button.
 */
const ROW_ONLY_KEYS: Readonly<Record<string, RowShortcut>> = { ' ': 'select', Enter: 'open' }

interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/**
 * Returns the table's command for a pressed key, if any.
 * `isRow` is true if a row itself has the focus, not a button in the row.
 */
export function rowCommandOfKey(
  { key, ctrlKey, metaKey, altKey }: PressedKey,
  isRow: boolean,
): RowShortcut | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return lookUp(ROW_KEYS, key) ?? (isRow ? lookUp(ROW_ONLY_KEYS, key) : undefined)
}

const PAGE = 10
const steps = { next: 1, previous: -1, first: -Infinity, last: Infinity, 'page-down': PAGE, 'page-up': -PAGE }

/**
 * Returns the row index to which a navigation key moves.
 * Undefined for other keys.
 */
export function moveRowIndex(move: RowShortcut, index: number, count: number): number | undefined {
  if (!(move in steps)) return undefined
  return Math.min(count - 1, Math.max(0, index + steps[move as keyof typeof steps]))
}

/**
 * Returns a key's command in the search field, if any.
 * Escape first clears the text, then moves to the table.
 * Enter moves to the table.
 */
export function searchCommandOfKey(key: string, text: string): 'empty' | 'rows' | undefined {
  if (key === 'Escape') return text === '' ? 'rows' : 'empty'
  return key === 'Enter' || key === 'ArrowDown' ? 'rows' : undefined
}

/** Functions of the report table that keyboard handlers call. */
interface GridHandle {
  /** Ids of the visible reports, in the order of the rows. */
  ids: readonly string[]
  gone(id: string): boolean
  goTo(id: string): void
  toggle(id: string): void
  /** Opens the report's details. */
  open(id: string): void
  clear(): void
  anySelected: boolean
}

/** Executes the command of a pressed key on the focused row. */
export function handleRowKey(event: KeyboardEvent, grid: GridHandle): void {
  const target = event.target as Element
  const row = target.closest<HTMLElement>('tr[data-report]')
  const id = row?.dataset.report
  const move = row && rowCommandOfKey(event, target === row)
  if (!row || !id || !move) return
  event.preventDefault()
  const next = moveRowIndex(move, Number(row.dataset.index), grid.ids.length)
  if (next !== undefined) grid.goTo(grid.ids[next] ?? id)
  else if (move === 'clear') grid.clear()
  else if (move === 'select' && !grid.gone(id)) grid.toggle(id)
  else if (move === 'open') grid.open(id)
  // Presses the 'collect' button of the selected reports.
  // If no report is selected, presses the button of the focused row.
  // Ignores key repeats, so holding the key down collects once.
  else if (move === 'collect' && !event.repeat) {
    const action = grid.anySelected
      ? row.closest('section')?.querySelector<HTMLElement>('[data-selected-action] button')
      : row.querySelector<HTMLElement>('button')
    action?.click()
  }
}

/**
 * API calls that read the place of a bin, and the phone number to call its resident back.
 * Both are read for a single report, never with the list of reports.
 */
const calls = api.injectEndpoints({
  endpoints: (build) => ({
    reportDetail: build.query({
      ...defineQuery('reportDetail'),
      transformResponse: ({ report }: AnswerOf<'reportDetail'>) => report,
    }),
    // Does not cache phone numbers, because the server records each read.
    reportPhone: build.query({ ...defineQuery('reportPhone'), keepUnusedDataFor: 0 }),
  }),
})

export const { useReportDetailQuery, useReportPhoneQuery } = calls

/** Time in ms that the pointer must rest on a row before its hint is loaded. */
const REST_MS = 200

/** The row under the pointer, with phone number and place as texts. */
export interface ReportRowHint {
  id: string
  text: string
}

/**
 * Returns the tooltip of the row under the pointer, and the function that handles pointer moves.
 * A replay shows neither bin places nor phone numbers.
 */
export function useReportRowHint(rows: readonly Report[]): {
  hint: ReportRowHint | undefined
  over(id: string | undefined): void
} {
  const isPast = useContext(ClockContext) !== null
  const [hovered, setHovered] = useState<string>()
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (hovered === undefined) return
    const timer = setTimeout(() => setId(hovered), REST_MS)
    return () => clearTimeout(timer)
  }, [hovered])
  const named = { id: id ?? '' }
  const isByPhone = rows.some((row) => row.id === id && row.via === 'phone')
  const { currentData } = useReportDetailQuery(named, { skip: isPast || id === undefined })
  const { currentData: called } = useReportPhoneQuery(named, { skip: isPast || !isByPhone })
  const number = isByPhone && called && t`Call back: ${{ number: toReadablePhone(called.phone) }}`
  const text = [number, placeTextOf(currentData?.bin.place)].filter(Boolean).join('\n')
  return { hint: id !== undefined && text !== '' ? { id, text } : undefined, over: setHovered }
}
