/** What bars are measured against and how they are written: amounts with their unit, or shares of a whole. */
import { figure, withUnit } from '#web/format/numbers.ts'
import { axisOf } from './axis.ts'
import { amount, amountFigure, columnOf, type Datum, type Unit } from './chart-data.ts'
import { shareTexts } from './shares.ts'

export interface BarScale {
  /** What the axis counts. */
  axis: string
  /** What the drawing is in, for those who do not see it. */
  unit: string
  top: number
  ticks: readonly number[]
  tick(value: number): string
  /** At each bar. */
  figures: readonly string[]
  /** Each bar in words. */
  words: readonly string[]
}

export interface BarDrawingProps {
  title: string
  data: readonly Datum[]
  scale: BarScale
  /** px */
  height: number
}

/** From zero to a round number at or above the highest. */
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

/** From 0 to 100 %, whatever the values: two such charts beside each other can be compared. */
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
