/** Horizontal bars, for labels that are too long for columns. */
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { BarDrawingProps } from './bar-scale.ts'
import { ChartMarks } from './chart-marks.tsx'
import classes from './charts.module.css'
import { textWidth } from './text-width.ts'

const FIGURE_WIDTH = 56
const GAP = 10
const THICKNESS = 20
/** Height of the axis title above the rows. */
const TOP = 24

export function BarRows({ title, data, scale, width, height }: BarDrawingProps & { width: number }) {
  const names = Math.max(...data.map(({ label }) => textWidth(label))) + GAP
  const across = scaleLinear<number>({ domain: [0, scale.top], range: [0, width - names - FIGURE_WIDTH] })
  const middle = (index: number) => TOP + ((index + 0.5) * (height - TOP)) / data.length
  const marks = data.map(({ key, value }, index) => ({
    key,
    text: scale.words[index]!,
    at: { x: names + across(value) / 2, y: middle(index) - THICKNESS / 2 },
  }))
  return (
    <ChartMarks
      label={`${title}, a bar chart in ${scale.unit}`}
      width={width}
      height={height}
      marks={marks}
      draw={(index) => (
        // A minimum width keeps a zero bar reachable for the pointer.
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
        {scale.axis}
      </text>
      {data.map(({ key, label, value }, index) => (
        <g key={key}>
          <text x={0} y={middle(index)} dy="0.32em" className={classes.tick}>
            {label}
          </text>
          <text x={names + across(value) + 8} y={middle(index)} dy="0.32em" className={classes.name}>
            {scale.figures[index]}
          </text>
        </g>
      ))}
    </ChartMarks>
  )
}
