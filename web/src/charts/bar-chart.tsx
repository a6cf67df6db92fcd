/** Amounts side by side as bars, each with its figure above it. */
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { AmountAxis } from './amount-axis.tsx'
import { axisOf } from './axis.ts'
import { BarRows } from './bar-rows.tsx'
import { amount, percent } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartMarks } from './chart-marks.tsx'
import classes from './charts.module.css'
import { ShareTable, type ShareTableProps } from './share-table.tsx'
import { fitsTwoLines, wrapped } from './text-width.ts'

const HEIGHT = 260
const MARGIN = { top: 32, right: 0, bottom: 44, left: 52 }
const MAX_BAR = 72
/** From name to name, in pixels. */
const NAME_GAP = 4

export interface BarChartProps extends ShareTableProps {
  /** Where the figures come from. */
  source?: string
}

export function BarChart(props: BarChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  return (
    <ChartFrame title={props.title} source={props.source} table={<ShareTable {...props} />}>
      <div ref={parentRef} style={{ height: HEIGHT }}>
        {width > 0 && <Drawing {...props} width={width} />}
      </div>
    </ChartFrame>
  )
}

/** Side by side where the names have the room, else below each other. */
function Drawing(props: BarChartProps & { width: number }) {
  const step = (props.width - MARGIN.left) / Math.max(1, props.data.length)
  const fits = props.data.every(({ label }) => fitsTwoLines(label, step - NAME_GAP))
  return fits ? <Bars {...props} /> : <BarRows {...props} height={HEIGHT} />
}

function Bars({ title, data, unit, width }: BarChartProps & { width: number }) {
  const { top, ticks } = axisOf(Math.max(0, ...data.map(({ value }) => value)))
  const total = data.reduce((sum, { value }) => sum + value, 0)
  const across = scaleBand({
    domain: data.map(({ key }) => key),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.35,
  })
  const up = scaleLinear<number>({ domain: [0, top], range: [HEIGHT - MARGIN.bottom, MARGIN.top] })
  const middle = (key: string) => across(key)! + across.bandwidth() / 2
  const marks = data.map(({ key, label, value }) => ({
    key,
    text: `${label}: ${amount(value, unit)}${total > 0 ? `, ${percent(value / total)}` : ''}`,
    at: { x: middle(key), y: up(value) - 20 },
  }))
  const breadth = Math.min(MAX_BAR, across.bandwidth())
  return (
    <ChartMarks
      label={`${title}, a bar chart in ${unit.many}`}
      width={width}
      height={HEIGHT}
      marks={marks}
      draw={(n) => {
        const { key, value, color } = data[n]!
        // A bar of nothing is still there to be pointed at.
        const y = Math.min(up(value), HEIGHT - MARGIN.bottom - 2)
        return (
          <Bar
            x={middle(key) - breadth / 2}
            y={y}
            width={breadth}
            height={HEIGHT - MARGIN.bottom - y}
            rx={3}
            fill={color}
          />
        )
      }}
    >
      <AmountAxis name={`Number of ${unit.many}`} ticks={ticks} y={up} left={MARGIN.left} right={width} />
      {data.map(({ key, label, value }) => (
        <g key={key}>
          <text x={middle(key)} y={up(value) - 8} textAnchor="middle" className={classes.name}>
            {value.toLocaleString('en')}
          </text>
          {wrapped(label, across.step() - NAME_GAP).map((line, n) => (
            <text key={line} x={middle(key)} y={HEIGHT - 24 + n * 16} textAnchor="middle" className={classes.tick}>
              {line}
            </text>
          ))}
        </g>
      ))}
    </ChartMarks>
  )
}
