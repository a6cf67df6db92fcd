/** Bars side by side if their labels fit, else in rows. */
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { AmountAxis } from './amount-axis.tsx'
import type { BarDrawingProps } from './bar-scale.ts'
import { ChartMarks } from './chart-marks.tsx'
import classes from './charts.module.css'
import { fitsTwoLines, textWidth, wrapped } from './text-width.ts'

const FIGURE_WIDTH = 56
const GAP = 10
const THICKNESS = 20
/** Height of the axis title above the rows. */
const TOP = 24

/** Horizontal bars, for labels that are too long for columns. */
function BarRows({ title, data, scale, width, height }: BarDrawingProps & { width: number }) {
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

const MARGIN = { top: 32, right: 0, bottom: 44, left: 52 }
const MAX_BAR = 72
/** Space between labels, in px. */
const NAME_GAP = 4

export function BarDrawing(props: BarDrawingProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const step = (width - MARGIN.left) / Math.max(1, props.data.length)
  const fits = props.data.every(({ label }) => fitsTwoLines(label, step - NAME_GAP))
  return (
    <div ref={parentRef} style={{ height: props.height }}>
      {width > 0 && (fits ? <Bars {...props} width={width} /> : <BarRows {...props} width={width} />)}
    </div>
  )
}

function Bars({ title, data, scale, width, height }: BarDrawingProps & { width: number }) {
  const across = scaleBand({
    domain: data.map(({ key }) => key),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.35,
  })
  const bottom = height - MARGIN.bottom
  const up = scaleLinear<number>({ domain: [0, scale.top], range: [bottom, MARGIN.top] })
  const middle = (key: string) => across(key)! + across.bandwidth() / 2
  const marks = data.map(({ key, value }, index) => ({
    key,
    text: scale.words[index]!,
    at: { x: middle(key), y: up(value) - 20 },
  }))
  const breadth = Math.min(MAX_BAR, across.bandwidth())
  return (
    <ChartMarks
      label={`${title}, a bar chart in ${scale.unit}`}
      width={width}
      height={height}
      marks={marks}
      draw={(n) => {
        const { key, value, color } = data[n]!
        // A minimum height keeps a zero bar reachable for the pointer.
        const y = Math.min(up(value), bottom - 2)
        return <Bar x={middle(key) - breadth / 2} y={y} width={breadth} height={bottom - y} rx={3} fill={color} />
      }}
    >
      <AmountAxis name={scale.axis} ticks={scale.ticks} tick={scale.tick} y={up} left={MARGIN.left} right={width} />
      {data.map(({ key, label, value }, index) => (
        <g key={key}>
          <text x={middle(key)} y={up(value) - 8} textAnchor="middle" className={classes.name}>
            {scale.figures[index]}
          </text>
          {wrapped(label, across.step() - NAME_GAP).map((line, n) => (
            <text key={line} x={middle(key)} y={height - 24 + n * 16} textAnchor="middle" className={classes.tick}>
              {line}
            </text>
          ))}
        </g>
      ))}
    </ChartMarks>
  )
}
