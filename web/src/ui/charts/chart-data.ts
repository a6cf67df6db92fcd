/** Data of charts and the format of their numbers. */
import { amount as upToTenths } from '#web/lib/format/numbers.ts'

export interface Datum {
  key: string
  label: string
  value: number
  /** A CSS colour; `series` has colours without a meaning. */
  color: string
}

/** Returns one of five neutral colours, readable on a panel in both themes. */
export const series = (index: number) => `var(--ws-series-${(index % 5) + 1})`

/** Formats a count without decimals and a measure to the tenth: '12', '1,250.4'. */
export const amountFigure = upToTenths

/** Formats an amount: '12 users', '1 user'. */
export function amount(value: number, unit: Unit): string {
  return `${amountFigure(value)} ${value === 1 ? unit.one : unit.many}`
}

export interface Unit {
  one: string
  many: string
  /** Quantity of a measure: 'Weight'. */
  of?: string
}

/** Formats a column head: 'Number of users', 'Weight (kg)'. */
export const columnOf = ({ many, of }: Unit) => (of ? `${of} (${many})` : `Number of ${many}`)
