/** State of the history in the address, so that every state is a link. */
import type { HistoryFilter } from '#contract/audit/history.ts'
import { INVALID_DATE, isDate, readDate } from '#web/lib/format/dates.ts'

/** Filters by their names in the address. */
export const FILTERS = ['from', 'to', 'kind', 'actor', 'role', 'zone', 'thing'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filter = Partial<Record<FilterName, string>>

export interface HistoryState {
  filter: Filter
  /** Start of the list: a position, the newest event of a day, or undefined for the newest event. */
  start: { at: number } | { day: string } | undefined
  /** Position of the open event. */
  event: number | undefined
}

const LONGEST = 200

function positionIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Returns the start in an address; undefined for neither a day nor a position. */
function startOf(text: string): HistoryState['start'] {
  if (isDate(text)) return { day: text }
  const at = positionIn(text)
  return at === undefined ? undefined : { at }
}

/** Parses a typed date or position; undefined for neither. */
export function startIn(text: string, today: string): HistoryState['start'] {
  const day = readDate(text, { today, toward: 'past' })
  return day ? { day } : startOf(text.replace(/[,\s#]/g, ''))
}

/** Returns errors for invalid dates of an address, which prevent the query. */
export function wrongDates({ from, to }: Filter): Record<string, string> {
  const isWrong = (text: string | undefined) => text !== undefined && !isDate(text)
  return { ...(isWrong(from) && { from: INVALID_DATE }), ...(isWrong(to) && { to: INVALID_DATE }) }
}

export function readState(params: URLSearchParams): HistoryState {
  const filter: Filter = {}
  for (const name of FILTERS) {
    const value = params.get(name)?.trim().slice(0, LONGEST)
    if (value) filter[name] = value
  }
  return { filter, start: startOf(params.get('at') ?? ''), event: positionIn(params.get('event')) }
}

/** Returns the query of an address with its question mark; '' if empty. */
export function searchOf({ filter, start, event }: HistoryState): string {
  const params = new URLSearchParams()
  for (const name of FILTERS) if (filter[name]) params.set(name, filter[name])
  if (start) params.set('at', 'day' in start ? start.day : String(start.at))
  if (event !== undefined) params.set('event', String(event))
  const text = params.toString()
  return text && `?${text}`
}

/** Returns the server's query, which the server validates. */
export const historyQueryOf = (filter: Filter) => filter as HistoryFilter
