/** The axes of figures by day: amounts on the left, days below. */
import classes from './charts.module.css'
import { namedDays, shortDay } from './day-series.ts'

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
      <text x={0} y={12} className={classes.tick}>
        {axis}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className={classes.grid} />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className={classes.tick}>
            {tick.toLocaleString('en')}
          </text>
        </g>
      ))}
      {namedDays(days.length, right - left, DAY_NAME).map((index) => (
        <text key={days[index]} x={x(index)} y={bottom + 20} textAnchor="middle" className={classes.tick}>
          {shortDay(days[index]!)}
        </text>
      ))}
    </>
  )
}
