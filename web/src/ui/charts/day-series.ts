/** Daily figures: labels of the axis and the text of a day. */
import { longDay } from '#web/lib/format/calendar-day.ts'

export interface DaySeries {
  key: string
  label: string
  /** A CSS colour. */
  color: string
  /** Figure of each day; null if unknown. */
  values: readonly (number | null)[]
  /** Likely range of each day; the series is then a forecast with a dashed line. */
  band?: readonly (readonly [low: number, high: number] | null)[]
}

/**
 * Returns the indexes of the labelled days, always including the last.
 * `least` is the minimum distance in px.
 */
export function namedDays(places: readonly number[], least: number): number[] {
  const named: number[] = []
  for (let index = places.length - 1; index >= 0; index--) {
    const next = named[0]
    if (next === undefined || places[next]! - places[index]! >= least) named.unshift(index)
  }
  return named
}

/**
 * Formats a day: 'Mon 5 Jan: Reports 12, Collected 8'.
 * `write` formats a figure with its unit.
 */
export function dayText(
  day: string,
  index: number,
  series: readonly DaySeries[],
  write: (value: number) => string,
): string {
  const figures = series.map((entry) => `${entry.label} ${figureOf(entry, index, write)}`)
  return `${longDay(day)}: ${figures.join(', ')}`
}

/** Formats a day's figure, with the likely range of a forecast. */
export function figureOf({ values, band }: DaySeries, index: number, write: (value: number) => string): string {
  const between = band?.[index]
  const figure = formatFigure(values[index], write)
  return between ? `${figure} (${write(between[0])} to ${write(between[1])})` : figure
}

/** Formats a figure with its unit, or 'unknown'. */
export const formatFigure = (value: number | null | undefined, write: (value: number) => string) =>
  value === null || value === undefined ? 'unknown' : write(value)

export const totalOf = ({ values }: DaySeries) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
