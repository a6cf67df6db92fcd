/** Axes of daily figures: amounts at the left, days below. */

import { shortDay } from '#web/lib/format/calendar-day.ts'
import { AmountAxis } from './amount-axis.tsx'
import classes from './charts.module.css'
import { namedDays } from './day-series.ts'

const DAY_NAME = 64

export interface DayAxesProps {
  days: readonly string[]
  axis: string
  ticks: readonly number[]
  x(index: number): number
  y(value: number): number
  left: number
  bottom: number
}

export function DayAxes({ days, axis, ticks, x, y, left, bottom }: DayAxesProps) {
  const right = x(days.length - 1)
  return (
    <>
      <AmountAxis name={axis} ticks={ticks} y={y} left={left} right={right} />
      {namedDays(
        days.map((_, index) => x(index)),
        DAY_NAME,
      ).map((index) => (
        <text key={days[index]} x={x(index)} y={bottom + 20} textAnchor="middle" className={classes.tick}>
          {shortDay(days[index]!)}
        </text>
      ))}
    </>
  )
}
