/** Scales of bars: amounts with their unit, or shares of a whole. */
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import { axisOf } from './axis.ts'
import { amount, amountFigure, columnOf, type Datum, type Unit } from './chart-data.ts'
import { shareTexts } from './shares.ts'

export interface BarScale {
  /** Title of the axis. */
  axis: string
  /** Unit of the chart for screen readers. */
  unit: string
  top: number
  ticks: readonly number[]
  tick(value: number): string
  /** Figure of each bar. */
  figures: readonly string[]
  /** Accessible text of each bar. */
  words: readonly string[]
}

export interface BarDrawingProps {
  title: string
  data: readonly Datum[]
  scale: BarScale
  /** Height in px. */
  height: number
}

/** Returns a scale from zero to a round number at or above the highest. */
export function amountScale(data: readonly Datum[], unit: Unit): BarScale {
  const shares = shareTexts(data.map(({ value }) => value))
  const some = data.some(({ value }) => value > 0)
  return {
    axis: columnOf(unit),
    unit: unit.many,
    ...axisOf(Math.max(0, ...data.map(({ value }) => value))),
    tick: (value) => figure(value),
    figures: data.map(({ value }) => amountFigure(value)),
    words: data.map(({ label, value }, index) => `${label}: ${amount(value, unit)}${some ? `, ${shares[index]}` : ''}`),
  }
}

/** Returns a scale from 0 to 100 % for any values, so that two charts compare. */
export function shareScale(data: readonly Datum[], axis: string): BarScale {
  const figures = shareTexts(data.map(({ value }) => value))
  return {
    axis,
    unit: 'percent',
    top: 100,
    ticks: [0, 25, 50, 75, 100],
    tick: (value) => withUnit(value, '%'),
    figures,
    words: data.map(({ label }, index) => `${label}: ${figures[index]}`),
  }
}
