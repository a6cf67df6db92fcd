/** Figures by day: their names along the axis, and what a day says of all its series. */
import { longDay } from '#web/format/calendar-day.ts'

export interface DaySeries {
  key: string
  label: string
  /** A CSS colour. */
  color: string
  /** For each day its figure; null where nobody knows it. */
  values: readonly (number | null)[]
  /** For each day between what it likely lies; its line is a forecast and drawn dashed. */
  band?: readonly (readonly [low: number, high: number] | null)[]
}

/** Which days are named, given where each stands and how many pixels a name needs: always the last one. */
export function namedDays(places: readonly number[], least: number): number[] {
  const named: number[] = []
  for (let index = places.length - 1; index >= 0; index--) {
    const next = named[0]
    if (next === undefined || places[next]! - places[index]! >= least) named.unshift(index)
  }
  return named
}

/** 'Mon 5 Jan: Reports 12, Collected 8'. `write` gives a figure its unit. */
export function dayText(
  day: string,
  index: number,
  series: readonly DaySeries[],
  write: (value: number) => string,
): string {
  const figures = series.map((entry) => `${entry.label} ${figureOf(entry, index, write)}`)
  return `${longDay(day)}: ${figures.join(', ')}`
}

/** A day's figure, with between what it likely lies where it is a forecast. */
export function figureOf({ values, band }: DaySeries, index: number, write: (value: number) => string): string {
  const between = band?.[index]
  const figure = written(values[index], write)
  return between ? `${figure} (${write(between[0])} to ${write(between[1])})` : figure
}

/** A figure with its unit, or that nobody knows it. */
export const written = (value: number | null | undefined, write: (value: number) => string) =>
  value === null || value === undefined ? 'unknown' : write(value)

export const totalOf = ({ values }: DaySeries) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
