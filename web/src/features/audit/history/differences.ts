/** What differs between a row before an event and after it. */
import { lookUp } from '#rules/dictionary.ts'

export interface Difference {
  field: string
  /** As they are shown; undefined where there is none. */
  was: string | undefined
  is: string | undefined
}

type Row = Readonly<Record<string, unknown>> | null

const text = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Up to where a row is true changes with every event, and says nothing of it. */
const ALWAYS = ['position']

/** Field by field, in the order of the row. */
export function differences(before: Row, after: Row): Difference[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return fields
    .filter((field) => !ALWAYS.includes(field))
    .map((field) => ({ field, was: text(lookUp(before, field)), is: text(lookUp(after, field)) }))
    .filter(({ was, is }) => was !== is)
}
