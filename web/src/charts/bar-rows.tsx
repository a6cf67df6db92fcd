/** Amounts below each other as bars, for where names are too long to stand side by side. */
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { amount, type Datum, percent, type Unit } from './chart-data.ts'
import { ChartMarks } from './chart-marks.tsx'
import classes from './charts.module.css'
import { textWidth } from './text-width.ts'

const FIGURE_WIDTH = 56
const GAP = 10
const THICKNESS = 20

export interface BarRowsProps {
  title: string
  data: readonly Datum[]
  unit: Unit
  width: number
  height: number
}

export function BarRows({ title, data, unit, width, height }: BarRowsProps) {
  const names = Math.max(...data.map(({ label }) => textWidth(label))) + GAP
  const total = data.reduce((sum, { value }) => sum + value, 0)
  const across = scaleLinear<number>({
    domain: [0, Math.max(1, ...data.map(({ value }) => value))],
    range: [0, width - names - FIGURE_WIDTH],
  })
  const top = 24
  const middle = (index: number) => top + ((index + 0.5) * (height - top)) / data.length
  const marks = data.map(({ key, label, value }, index) => ({
    key,
    text: `${label}: ${amount(value, unit)}${total > 0 ? `, ${percent(value / total)}` : ''}`,
    at: { x: names + across(value) / 2, y: middle(index) - THICKNESS / 2 },
  }))
  return (
    <ChartMarks
      label={`${title}, a bar chart in ${unit.many}`}
      width={width}
      height={height}
      marks={marks}
      draw={(index) => (
        // A bar of nothing is still there to be pointed at.
        <Bar
          x={names}
          y={middle(index) - THICKNESS / 2}
          width={Math.max(2, across(data[index]!.value))}
          height={THICKNESS}
          rx={3}
          fill={data[index]!.color}
        />
      )}
    >
      <text x={0} y={12} className={classes.tick}>
        Number of {unit.many}
      </text>
      {data.map(({ key, label, value }, index) => (
        <g key={key}>
          <text x={0} y={middle(index)} dy="0.32em" className={classes.tick}>
            {label}
          </text>
          <text x={names + across(value) + 8} y={middle(index)} dy="0.32em" className={classes.name}>
            {value.toLocaleString('en')}
          </text>
        </g>
      ))}
    </ChartMarks>
  )
}
