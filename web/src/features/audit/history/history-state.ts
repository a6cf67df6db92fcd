/** What the history shows, as it is written in the address: so that every state of the screen is a link. */
import type { HistoryFilter } from '#contract/audit/history.ts'
import { INVALID_DATE, isDate, readDate } from '#web/format/dates.ts'

/** Of the filter, by their names in the address. */
export const FILTERS = ['from', 'to', 'kind', 'actor', 'role', 'zone', 'thing'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filter = Partial<Record<FilterName, string>>

export interface HistoryState {
  filter: Filter
  /** The list begins here: at a position, or at the newest event of a day; at the newest of all otherwise. */
  start: { at: number } | { day: string } | undefined
  /** The event that is open. */
  event: number | undefined
}

const LONGEST = 200

function positionIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Returns where a list begins, as an address says it; undefined where it is neither a day nor a position. */
function startOf(text: string): HistoryState['start'] {
  if (isDate(text)) return { day: text }
  const at = positionIn(text)
  return at === undefined ? undefined : { at }
}

/** Reads where to jump to, as somebody typed it: a date or a position; undefined where it is neither. */
export function startIn(text: string, today: string): HistoryState['start'] {
  const day = readDate(text, { today, toward: 'past' })
  return day ? { day } : startOf(text.replace(/[,\s#]/g, ''))
}

/** Returns the errors of dates that an address holds and that are none: nothing is asked with them. */
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

/** The search of an address, with its question mark; '' where there is nothing to say. */
export function searchOf({ filter, start, event }: HistoryState): string {
  const params = new URLSearchParams()
  for (const name of FILTERS) if (filter[name]) params.set(name, filter[name])
  if (start) params.set('at', 'day' in start ? start.day : String(start.at))
  if (event !== undefined) params.set('event', String(event))
  const text = params.toString()
  return text && `?${text}`
}

/** As the server is asked: what an address holds is checked there. */
export const asked = (filter: Filter) => filter as HistoryFilter
