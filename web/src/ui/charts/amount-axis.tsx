/** Amount axis at the left of a chart: lines, numbers and the axis title. */
import { figure } from '#web/lib/format/numbers.ts'
import classes from './charts.module.css'

export interface AmountAxisProps {
  /** Title of the axis: 'Litres'. */
  name: string
  ticks: readonly number[]
  /** Formats a tick. */
  tick?: (value: number) => string
  y(value: number): number
  left: number
  right: number
}

const plain = (value: number) => figure(value)

export function AmountAxis({ name, ticks, tick: write = plain, y, left, right }: AmountAxisProps) {
  return (
    <>
      <text x={0} y={12} className={classes.tick}>
        {name}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className={classes.grid} />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className={classes.tick}>
            {write(tick)}
          </text>
        </g>
      ))}
    </>
  )
}
