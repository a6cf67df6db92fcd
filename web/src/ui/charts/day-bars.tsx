/** Chart of daily counts: groups of bars, with one tooltip per day. */
import { t } from '@lingui/core/macro'
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { ChartMarks } from './bar-drawing.tsx'
import { type DaySeries, dayFiguresText } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { axisTicks, estimateTextWidth } from './chart-geometry.ts'
import classes from './charts.module.css'
import { DayAxes, DayTable } from './day-axes.tsx'
import type { DayChartProps } from './day-chart.tsx'

const HEIGHT = 260
const MARGIN = { top: 32, right: 24, bottom: 32, left: 48 }
const HALF_TIP = 120
/** Fraction of a day's width that the bars of the day take, 0 to 1. */
const FILLED = 0.72

export function DayBars(props: DayChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const { title, source, aside } = props
  return (
    <ChartFrame title={title} source={source} aside={aside} table={<DayTable {...props} />}>
      <div ref={parentRef} style={{ height: HEIGHT }}>
        {width > 0 && <Bars {...props} width={width} />}
      </div>
    </ChartFrame>
  )
}

function Bars({ title, days, series, axis, write, width }: DayChartProps & { width: number }) {
  const { top, ticks } = axisTicks(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const bottom = HEIGHT - MARGIN.bottom
  const y = scaleLinear<number>({ domain: [0, top], range: [bottom, MARGIN.top] })
  const slot = (width - MARGIN.left - MARGIN.right) / Math.max(1, days.length)
  const x = (index: number) => MARGIN.left + (index + 0.5) * slot
  const bar = (slot * FILLED) / Math.max(1, series.length)
  const marks = days.map((day, index) => ({
    key: day,
    text: dayFiguresText(day, index, series, write),
    at: {
      x: Math.max(HALF_TIP, Math.min(x(index), width - HALF_TIP)),
      y: Math.min(...series.map(({ values }) => y(values[index] ?? 0))) - 4,
    },
  }))
  return (
    <ChartMarks
      label={t`${title}, a bar chart by day`}
      width={width}
      height={HEIGHT}
      marks={marks}
      draw={(index) => (
        <>
          <rect
            x={x(index) - slot / 2}
            y={MARGIN.top}
            width={slot}
            height={bottom - MARGIN.top}
            className={classes.day}
          />
          {series.map(({ key, values, color }, at) => {
            const height = bottom - y(values[index] ?? 0)
            const left = x(index) + (at - series.length / 2) * bar
            return (
              <rect key={key} x={left} y={bottom - height} width={Math.max(1, bar - 1)} height={height} fill={color} />
            )
          })}
        </>
      )}
    >
      <DayAxes days={days} axis={axis} ticks={ticks} x={x} y={y} left={MARGIN.left} bottom={bottom} />
      {series.length > 1 && <Names series={series} right={width - MARGIN.right} />}
    </ChartMarks>
  )
}

/** Legend above the bars, on the right. */
function Names({ series, right }: { series: readonly DaySeries[]; right: number }) {
  let end = right
  return series.toReversed().map(({ key, label, color }) => {
    const left = end - estimateTextWidth(label)
    end = left - 32
    return (
      <g key={key}>
        <rect x={left - 16} y={3} width={10} height={10} fill={color} />
        <text x={left} y={12} className={classes.name}>
          {label}
        </text>
      </g>
    )
  })
}
