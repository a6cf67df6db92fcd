/** Figures by day: their names along the axis, and what a day says of all its series. */
import { inCity } from '#web/format/city-time.ts'

export interface DaySeries {
  key: string
  label: string
  /** A CSS colour. */
  color: string
  /** One for each day. */
  values: readonly number[]
}

const short = inCity({ day: 'numeric', month: 'short' })
const long = inCity({ weekday: 'short', day: 'numeric', month: 'short' })

/** '5 Jan' of '2026-01-05' */
export const shortDay = (day: string) => short(Date.parse(day))
/** 'Mon 5 Jan' */
export const longDay = (day: string) => long(Date.parse(day))

/** Which days are named where names need `least` pixels each: evenly spread, always with the last one. */
export function namedDays(count: number, width: number, least: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / least))))
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0)
}

/** 'Mon 5 Jan: Reports 12, Collected 8'. `write` gives a figure its unit. */
export function dayText(
  day: string,
  index: number,
  series: readonly DaySeries[],
  write: (value: number) => string,
): string {
  const figures = series.map(({ label, values }) => `${label} ${write(values[index] ?? 0)}`)
  return `${longDay(day)}: ${figures.join(', ')}`
}

export const totalOf = ({ values }: DaySeries) => values.reduce((sum, value) => sum + value, 0)
