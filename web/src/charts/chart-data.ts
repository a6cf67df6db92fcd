/** What charts are drawn from, and how their numbers are written. */

export interface Datum {
  key: string
  label: string
  value: number
  /** A CSS colour; `series` has those that mean nothing in themselves. */
  color: string
}

/** Colours without a meaning of their own, five of them, readable against a panel in both themes. */
export const series = (index: number) => `var(--ws-series-${(index % 5) + 1})`

/** '12 users', '1 user' */
export function amount(value: number, unit: Unit): string {
  return `${value.toLocaleString('en')} ${value === 1 ? unit.one : unit.many}`
}

export interface Unit {
  one: string
  many: string
}

/** A share of the whole in percent: '75 %', '0.4 %' below one, '< 0.1 %' below a tenth. */
export function percent(share: number): string {
  const value = share * 100
  if (value > 0 && value < 0.1) return '< 0.1 %'
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`
}
