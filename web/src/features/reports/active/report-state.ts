/** State of an open report, and the filter of reports. */
import type { Report, Schedule } from '#contract/views.ts'

export const STATES = { new: 'New', 'on-its-way': 'On its way', overdue: 'Overdue' } as const
export type ReportState = keyof typeof STATES

/** Returns the zones with an overdue collection. */
export const overdueZones = (schedules: readonly Pick<Schedule, 'zone' | 'status' | 'overdueAt'>[]) =>
  new Set(schedules.filter((row) => row.status === 'in-progress' && row.overdueAt).map(({ zone }) => zone))

export function stateOf({ status, zone }: Pick<Report, 'status' | 'zone'>, overdue: ReadonlySet<string>): ReportState {
  if (status !== 'in-progress') return 'new'
  return overdue.has(zone) ? 'overdue' : 'on-its-way'
}

/** Filter and order. */
export interface ReportFilterState {
  text: string
  zone: string
  state: ReportState | ''
  oldestFirst: boolean
}

/** No filter; the longest waiting first. */
export const NO_FILTER: ReportFilterState = { text: '', zone: '', state: '', oldestFirst: true }

/**
 * Returns the matching reports; `rows` are newest first.
 * Every word of the text must occur in a name, zone or description.
 */
export function filterReports(
  rows: readonly Report[],
  { text, zone, state, oldestFirst }: ReportFilterState,
  overdue: ReadonlySet<string>,
) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (row: Report) => {
    const said = `${row.resident_name ?? ''} ${row.zone} ${row.description ?? ''}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const isAll = words.length === 0 && !zone && !state
  const seen = isAll
    ? rows
    : rows.filter((row) => (!zone || row.zone === zone) && (!state || stateOf(row, overdue) === state) && fits(row))
  return oldestFirst ? seen.toReversed() : seen
}
