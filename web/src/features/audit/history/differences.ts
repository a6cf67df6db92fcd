/** Differences of a row before and after an event. */
import { lookUp } from '#rules/dictionary.ts'

export interface Difference {
  field: string
  /** Displayed values; undefined if absent. */
  was: string | undefined
  is: string | undefined
}

type Row = Readonly<Record<string, unknown>> | null

const text = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Changes with every event, so it carries no information. */
const ALWAYS = ['position']

/** Returns the differences by field, in the order of the row. */
export function differences(before: Row, after: Row): Difference[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return fields
    .filter((field) => !ALWAYS.includes(field))
    .map((field) => ({ field, was: text(lookUp(before, field)), is: text(lookUp(after, field)) }))
    .filter(({ was, is }) => was !== is)
}
