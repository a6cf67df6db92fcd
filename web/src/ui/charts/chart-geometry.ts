/** Geometry of charts: axes, slices, bars, lines and labels. */

import { t } from '@lingui/core/macro'
import { scaleLinear } from '@visx/scale'
import { lookUp } from '#domain/dictionary.ts'
import { withColon } from '#web/lib/format/labels.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import {
  type ChartDatum,
  type ChartUnit,
  formatChartAmount,
  formatShares,
  formatUnitAmount,
  unitHeadingOf,
} from './chart-data.ts'

/** Returns whole-number ticks from zero to a round number of at least `highest`. */
export function computeAxisTicks(highest: number): { top: number; ticks: number[] } {
  const scale = scaleLinear<number>({ domain: [0, Math.max(4, highest)], nice: 4 })
  return { top: scale.domain()[1]!, ticks: scale.ticks(4).filter(Number.isInteger) }
}

/** Average letter width in px at a font size of 13 px, rounded up. */
const LETTER = 7.4

export const estimateTextWidth = (text: string) => text.length * LETTER

/**
 * Breaks a text into lines of at most `width` px.
 * A wider word gets its own line.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && estimateTextWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Returns whether the text fits into two lines. */
export function fitsTwoLines(text: string, width: number): boolean {
  const lines = wrapText(text, width)
  return lines.length <= 2 && lines.every((line) => estimateTextWidth(line) <= width)
}

export interface KnownValue<T> {
  /** Index of the value's day in the list of all days. */
  index: number
  value: T
}

const DAY_MS = 86_400_000

/**
 * Splits the known values into sequences that are drawn as unbroken lines.
 * A line ends before an unknown value, and at a day that `days` omits.
 * `step` is the number of days between two values.
 */
export function unbrokenRunsOf<T>(
  values: readonly (T | null | undefined)[],
  days?: readonly string[],
  step = 1,
): (readonly KnownValue<T>[])[] {
  const runs: KnownValue<T>[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null || value === undefined) continue
    const run = runs.at(-1)
    const isNext = run?.at(-1)?.index === index - 1 && (!days || gapBefore(days, index) <= step)
    if (run && isNext) run.push({ index, value })
    else runs.push([{ index, value }])
  }
  return runs
}

/** Returns the number of days between the day at `index` and the day before it in the list. */
const gapBefore = (days: readonly string[], index: number) =>
  Math.round((Date.parse(days[index] ?? '') - Date.parse(days[index - 1] ?? '')) / DAY_MS)

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Returns the index of the chart element (such as a bar) that a key press selects.
 * `index` is the selected element, `count` the number of elements.
 * Returns null for keys that do not change the selection.
 */
export function moveMarkByKey(key: string, index: number, count: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = lookUp(STEPS, key)
  return step === undefined ? null : (index + step + count) % count
}

export interface PieSegment {
  index: number
  /** Angle of the slice's start, in radians clockwise from the top. */
  start: number
  end: number
  /** Share of the slice in the whole, 0 to 1. */
  share: number
}

/** Returns one slice for each positive value, in the given order. */
export function pieSlicesOf(values: readonly number[]): PieSegment[] {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  let before = 0
  return values.flatMap((value, index) => {
    if (value <= 0) return []
    const start = (before / total) * 2 * Math.PI
    before += value
    return [{ index, start, end: (before / total) * 2 * Math.PI, share: value / total }]
  })
}

export interface PieLabel {
  index: number
  side: 'left' | 'right'
  /** Point on the rim of the pie, relative to its centre. */
  rim: { x: number; y: number }
  /** Vertical position of the label's text, relative to the pie's centre. */
  y: number
}

/**
 * Returns a label beside each slice.
 * Labels stay within `height`, at least `gap` apart, as near their slices as possible.
 */
export function pieLabelsOf(slices: readonly PieSegment[], radius: number, gap: number, height: number): PieLabel[] {
  const wished = slices.map(({ index, start, end }): PieLabel => {
    const middle = (start + end) / 2
    const rim = { x: Math.sin(middle) * radius, y: -Math.cos(middle) * radius }
    return { index, side: middle < Math.PI ? 'right' : 'left', rim, y: rim.y }
  })
  return (['right', 'left'] as const).flatMap((side) => {
    const column = wished.filter((label) => label.side === side).sort((a, b) => a.y - b.y)
    const heights = spreadPositions(
      column.map(({ y }) => y),
      gap,
      height / 2,
    )
    return column.map((label, n) => ({ ...label, y: heights[n]! }))
  })
}

/**
 * Spreads ascending positions so that neighbours are at least `gap` apart.
 * Increases positions first, then reduces them where they exceed `limit`.
 */
export function spreadPositions(heights: readonly number[], gap: number, limit: number): number[] {
  const room = gap / 2
  const moved = [...heights]
  for (let n = 0; n < moved.length; n++) {
    moved[n] = Math.max(moved[n]!, n === 0 ? room - limit : moved[n - 1]! + gap)
  }
  for (let n = moved.length - 1; n >= 0; n--) {
    moved[n] = Math.min(moved[n]!, n === moved.length - 1 ? limit - room : moved[n + 1]! - gap)
  }
  return moved
}

interface BarScale {
  /** Title of the axis. */
  axis: string
  /** Describes for screen readers what the bars show. */
  unit: string
  top: number
  ticks: readonly number[]
  tick(value: number): string
  /** Text of each bar's figure. */
  figures: readonly string[]
  /** Accessible text of each bar. */
  words: readonly string[]
}

export interface BarDrawingProps {
  title: string
  data: readonly ChartDatum[]
  scale: BarScale
  /** Height of the drawing in px. */
  height: number
}

/** Returns a scale from zero to a round number that is not below the highest value. */
export function createAmountScale(data: readonly ChartDatum[], unit: ChartUnit): BarScale {
  const shares = formatShares(data.map(({ value }) => value))
  const some = data.some(({ value }) => value > 0)
  return {
    axis: unitHeadingOf(unit),
    unit: unitHeadingOf(unit),
    ...computeAxisTicks(Math.max(0, ...data.map(({ value }) => value))),
    tick: (value) => formatNumber(value),
    figures: data.map(({ value }) => formatChartAmount(value)),
    words: data.map(({ label, value }, index) =>
      withColon(label, `${formatUnitAmount(value, unit)}${some ? `, ${shares[index]}` : ''}`),
    ),
  }
}

/** Returns a scale from 0 to 100 %, which makes charts comparable. */
export function createShareScale(data: readonly ChartDatum[], axis: string): BarScale {
  const figures = formatShares(data.map(({ value }) => value))
  return {
    axis,
    unit: t`Percent`,
    top: 100,
    ticks: [0, 25, 50, 75, 100],
    tick: (value) => withUnit(value, '%'),
    figures,
    words: data.map(({ label }, index) => withColon(label, `${figures[index]}`)),
  }
}
