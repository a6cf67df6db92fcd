/** Where an open report stands, and which of the reports are chosen to be seen. */
import type { Report, Schedule } from '#contract/views.ts'

export const STATES = { new: 'New', 'on-its-way': 'On its way', overdue: 'Overdue' } as const
export type ReportState = keyof typeof STATES

/** The zones whose collection is overdue. */
export const overdueZones = (schedules: readonly Pick<Schedule, 'zone' | 'status' | 'overdueAt'>[]) =>
  new Set(schedules.filter((row) => row.status === 'in-progress' && row.overdueAt).map(({ zone }) => zone))

export function stateOf({ status, zone }: Pick<Report, 'status' | 'zone'>, overdue: ReadonlySet<string>): ReportState {
  if (status !== 'in-progress') return 'new'
  return overdue.has(zone) ? 'overdue' : 'on-its-way'
}

/** Which reports are to be seen, and in which order. */
export interface Choice {
  text: string
  zone: string
  state: ReportState | ''
  oldestFirst: boolean
}

/** Those that wait longest come first. */
export const ALL: Choice = { text: '', zone: '', state: '', oldestFirst: true }

/** `rows`: newest first. Every word of the text is found in a name, a zone or a description. */
export function chosen(
  rows: readonly Report[],
  { text, zone, state, oldestFirst }: Choice,
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
