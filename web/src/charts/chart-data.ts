/** What charts are drawn from, and how their numbers are written. */
import { amount as upToTenths } from '#web/format/numbers.ts'

export interface Datum {
  key: string
  label: string
  value: number
  /** A CSS colour; `series` has those that mean nothing in themselves. */
  color: string
}

/** Colours without a meaning of their own, five of them, readable against a panel in both themes. */
export const series = (index: number) => `var(--ws-series-${(index % 5) + 1})`

/** Writes a count whole and a measure to the tenth: '12', '1,250.4'. */
export const amountFigure = upToTenths

/** '12 users', '1 user' */
export function amount(value: number, unit: Unit): string {
  return `${amountFigure(value)} ${value === 1 ? unit.one : unit.many}`
}

export interface Unit {
  one: string
  many: string
  /** What is counted in it, where it is a measure: 'Weight'. */
  of?: string
}

/** 'Number of users', 'Weight (kg)' */
export const columnOf = ({ many, of }: Unit) => (of ? `${of} (${many})` : `Number of ${many}`)
