/** Differences of a row before and after an event, in plain words. */
import { eventTypeLabel } from '#contract/audit/event-type-label.ts'
import { lookUp } from '#domain/dictionary.ts'
import { figure, inNumbers } from '#web/lib/format/numbers.ts'
import { exactTime } from '#web/lib/format/times.ts'
import { reportWords } from './filter-words.ts'

export interface Difference {
  field: string
  /** Displayed values; undefined if absent. */
  was: string | undefined
  is: string | undefined
}

type Row = Readonly<Record<string, unknown>> | null

/** Changes with every event, so it carries no information. */
const ALWAYS = ['position']
/** Most entries that are spelled out; more become a count. */
const MOST_LISTED = 4

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const number = inNumbers({ maximumFractionDigits: 6 })

/** Formats `openIds` as 'Open ids'. */
const fieldWords = (field: string) => eventTypeLabel(field.replaceAll('_', ' '))

/** Returns a value as text; undefined if it is empty or absent. */
function words(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return listed(flat(value))
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([field, part]) => {
      const text = words(part)
      return text === undefined ? [] : [`${fieldWords(field).toLowerCase()} ${text}`]
    })
    return parts.length > 0 ? parts.join(', ') : undefined
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return number(value)
  const text = String(value)
  return TIME.test(text) ? exactTime(text) : (reportWords(text) ?? text)
}

/** Returns the entries of a list that may be stored in parts. */
const flat = (list: readonly unknown[]): unknown[] => list.flat(Number.POSITIVE_INFINITY) as unknown[]

function listed(entries: readonly unknown[]): string | undefined {
  if (entries.length === 0) return undefined
  if (entries.length > MOST_LISTED) return `${figure(entries.length)} entries`
  return entries.flatMap((entry) => words(entry) ?? []).join(', ')
}

const sameAs = (one: unknown) => JSON.stringify(one)

/**
 * Returns the entries that only one of two lists has.
 * A list may have hundreds of entries with a single change.
 */
function listDifference(was: readonly unknown[], is: readonly unknown[]) {
  const [before, after] = [flat(was), flat(is)]
  const [known, kept] = [new Set(before.map(sameAs)), new Set(after.map(sameAs))]
  return {
    was: listed(before.filter((entry) => !kept.has(sameAs(entry)))),
    is: listed(after.filter((entry) => !known.has(sameAs(entry)))),
  }
}

function difference(was: unknown, is: unknown): Omit<Difference, 'field'> {
  if (Array.isArray(was) && Array.isArray(is)) return listDifference(was, is)
  return { was: words(was), is: words(is) }
}

/** Returns the differences by field, in the order of the row. */
export function differences(before: Row, after: Row): Difference[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return fields
    .filter((field) => !ALWAYS.includes(field))
    .map((field) => ({ field: fieldWords(field), ...difference(lookUp(before, field), lookUp(after, field)) }))
    .filter(({ was, is }) => was !== is)
}
