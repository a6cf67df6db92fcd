/** Amounts by day as lines, each named at its end; a day tells all of them. */
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { Area, AreaClosed, LinePath } from '@visx/shape'
import type { ReactNode } from 'react'
import { axisOf } from './axis.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartMarks } from './chart-marks.tsx'
import classes from './charts.module.css'
import { DayAxes } from './day-axes.tsx'
import { type DaySeries, dayText } from './day-series.ts'
import { DayTable, type DayTableProps } from './day-table.tsx'
import { spread } from './pie-geometry.ts'
import { textWidth } from './text-width.ts'

const HEIGHT = 260
const MARGIN = { top: 32, right: 76, bottom: 32, left: 48 }
/** Beside a name at the end of its line. */
const NAME_SPACE = 20
/** From name to name at the lines' ends, and half of how wide a tooltip may be. */
const NAME_GAP = 18
const HALF_TIP = 120

export interface DayChartProps extends DayTableProps {
  source?: string
  /** What the axis counts: 'Litres'. */
  axis: string
  /** What can be done with the chart. */
  aside?: ReactNode
  /** From where on a figure is too high, or below where too low: a line of its own. */
  threshold?: { value: number; label: string }
}

export function DayChart(props: DayChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  return (
    <ChartFrame title={props.title} source={props.source} aside={props.aside} table={<DayTable {...props} />}>
      <div ref={parentRef} style={{ height: HEIGHT }}>
        {width > 0 && <Lines {...props} width={width} />}
      </div>
    </ChartFrame>
  )
}

function Lines({ title, days, series, axis, write, beside, threshold, width }: DayChartProps & { width: number }) {
  const { top, ticks } = axisOf(Math.max(threshold?.value ?? 0, ...series.flatMap(highestOf)))
  const bottom = HEIGHT - MARGIN.bottom
  const x = placesOf(days, MARGIN.left + 8, width - rightOf(series, width))
  const y = scaleLinear<number>({ domain: [0, top], range: [bottom, MARGIN.top] })
  const highest = (index: number) => Math.min(...series.map(({ values }) => y(values[index] ?? 0)))
  const marks = days.map((day, index) => ({
    key: day,
    text: [dayText(day, index, series, write), beside?.notes[index]].filter(Boolean).join(' · '),
    at: { x: Math.max(HALF_TIP, Math.min(x(index), width - HALF_TIP)), y: highest(index) - 4 },
  }))
  return (
    <ChartMarks
      label={`${title}, a line chart by day`}
      width={width}
      height={HEIGHT}
      marks={marks}
      draw={(index) => (
        <>
          <rect
            x={x(index - 0.5)}
            y={MARGIN.top}
            width={Math.max(1, x(index + 0.5) - x(index - 0.5))}
            height={bottom - MARGIN.top}
            className={classes.day}
          />
          <line x1={x(index)} x2={x(index)} y1={MARGIN.top} y2={bottom} className={classes.guide} />
          {series.map(({ key, values, color }) => {
            const value = values[index]
            return value === null || value === undefined ? null : (
              <circle key={key} cx={x(index)} cy={y(value)} r={4} fill={color} className={classes.point} />
            )
          })}
        </>
      )}
    >
      <DayAxes days={days} axis={axis} ticks={ticks} x={x} y={y} left={MARGIN.left} bottom={bottom} />
      {series.map((entry) => (
        <Line key={entry.key} series={entry} alone={series.length === 1} x={x} y={y} />
      ))}
      {threshold && (
        <>
          <line
            x1={MARGIN.left}
            x2={x(days.length - 1)}
            y1={y(threshold.value)}
            y2={y(threshold.value)}
            className={classes.threshold}
          />
          <text x={MARGIN.left + 4} y={y(threshold.value) - 5} className={classes.figure}>
            {threshold.label}
          </text>
        </>
      )}
      <LineNames series={series} at={x(days.length - 1) + 10} y={y} bottom={bottom} />
    </ChartMarks>
  )
}

/** Room for the longest name, as long as half of the drawing is left for the lines. */
const rightOf = (series: readonly DaySeries[], width: number) =>
  Math.max(MARGIN.right, Math.min(width / 2, NAME_SPACE + Math.max(0, ...series.map(({ label }) => textWidth(label)))))

const highestOf = ({ values, band = [] }: DaySeries) => [
  ...values.map((value) => value ?? 0),
  ...band.map((between) => between?.[1] ?? 0),
]

type Scale = (value: number) => number

/** Where days stand, by the time between them; half a step is half the way to the day beside. */
function placesOf(days: readonly string[], left: number, right: number): Scale {
  const times = days.map((day) => Date.parse(day))
  const [first = 0, last = 1] = [times[0], times.at(-1)]
  const at = scaleLinear<number>({ domain: [first, Math.max(last, first + 1)], range: [left, right] })
  const place = (index: number) => at(times[Math.max(0, Math.min(index, times.length - 1))]!)
  return (index) => (place(Math.floor(index)) + place(Math.ceil(index))) / 2
}

interface LineProps {
  series: DaySeries
  alone: boolean
  x: Scale
  y: ReturnType<typeof scaleLinear<number>>
}

function Line({ series: { values, color, band, sparse }, alone, x, y }: LineProps) {
  const all = values.map((value, index) => ({ value, index }))
  const data = sparse ? all.filter(({ value }) => value !== null) : all
  const at = {
    x: ({ index }: { index: number }) => x(index),
    y: ({ value }: { value: number | null }) => y(value ?? 0),
  }
  const defined = ({ value }: { value: number | null }) => value !== null
  return (
    <>
      {band && <Band band={band} color={color} x={x} y={y} />}
      {alone && !band && (
        <AreaClosed data={data} {...at} defined={defined} yScale={y} fill={color} className={classes.area!} />
      )}
      <LinePath
        data={data}
        {...at}
        defined={defined}
        stroke={color}
        className={band ? classes.foreseen! : classes.line!}
      />
      {sparse &&
        data.map((point) => <circle key={point.index} cx={at.x(point)} cy={at.y(point)} r={2.5} fill={color} />)}
    </>
  )
}

/** Between what the figures likely lie. */
function Band({
  band,
  color,
  x,
  y,
}: { band: NonNullable<DaySeries['band']>; color: string } & Pick<LineProps, 'x' | 'y'>) {
  const data = band.map((between, index) => ({ between, index }))
  return (
    <Area
      data={data}
      x={({ index }) => x(index)}
      y0={({ between }) => y(between?.[0] ?? 0)}
      y1={({ between }) => y(between?.[1] ?? 0)}
      defined={({ between }) => between !== null}
      fill={color}
      className={classes.area!}
    />
  )
}

interface LineNamesProps {
  series: readonly DaySeries[]
  at: number
  y: Scale
  bottom: number
}

/** At the end of each line, kept apart. */
function LineNames({ series, at, y, bottom }: LineNamesProps) {
  const ends = series
    .map((entry) => ({ ...entry, end: y(entry.values.findLast((value) => value !== null) ?? 0) }))
    .sort((a, b) => a.end - b.end)
  const middle = (MARGIN.top + bottom) / 2
  const heights = spread(
    ends.map(({ end }) => end - middle),
    NAME_GAP,
    (bottom - MARGIN.top + NAME_GAP) / 2,
  )
  return ends.map(({ key, label }, index) => (
    <text key={key} x={at} y={middle + heights[index]!} dy="0.32em" className={classes.name}>
      {label}
    </text>
  ))
}
