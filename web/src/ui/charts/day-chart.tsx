/** Charts of daily figures as lines or bars, one tooltip per day. */

import { t } from '@lingui/core/macro'
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { Area, AreaClosed, LinePath } from '@visx/shape'
import type { ReactNode } from 'react'
import { ChartMarks } from './bar-drawing.tsx'
import { type DaySeries, describeDayFigures } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import {
  computeAxisTicks,
  estimateTextWidth,
  type KnownValue,
  spreadPositions,
  unbrokenRunsOf,
} from './chart-geometry.ts'
import classes from './charts.module.css'
import { DayAxes, DayTable, type DayTableProps } from './day-axes.tsx'

const HEIGHT = 260
const MARGIN = { top: 32, right: 76, bottom: 32, left: 48 }
/** Space between a line's end and its label, in px. */
const NAME_SPACE = 20
/** Vertical space between labels, in px. */
const NAME_GAP = 18
/** Half of a tooltip's width, in px. */
const HALF_TIP = 120

export interface DayChartProps extends DayTableProps {
  source?: string
  /** Title of the axis, such as 'Litres'. */
  axis: string
  /** Buttons beside the line that names the source of the figures. */
  aside?: ReactNode
  /** A limit for the figures, drawn as a horizontal line. */
  threshold?: { value: number; label: string }
  /** Number of days from one figure to the next; 1 by default. */
  step?: number
}

/**
 * Chart of daily figures as lines, each labelled at its end.
 * A line has a gap at days without a figure.
 */
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

function Lines({
  title,
  days,
  series,
  axis,
  write,
  beside,
  threshold,
  step,
  width,
}: DayChartProps & { width: number }) {
  const { top, ticks } = computeAxisTicks(Math.max(threshold?.value ?? 0, ...series.flatMap(highestOf)))
  const bottom = HEIGHT - MARGIN.bottom
  const x = placesOf(days, MARGIN.left + 8, width - rightOf(series, width))
  const y = scaleLinear<number>({ domain: [0, top], range: [bottom, MARGIN.top] })
  const highest = (index: number) => Math.min(...series.map(({ values }) => y(values[index] ?? 0)))
  const marks = days.map((day, index) => ({
    key: day,
    text: [describeDayFigures(day, index, series, write), beside?.notes[index]].filter(Boolean).join(' · '),
    at: { x: Math.max(HALF_TIP, Math.min(x(index), width - HALF_TIP)), y: highest(index) - 4 },
  }))
  return (
    <ChartMarks
      label={t`${title}, a line chart by day`}
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
        <Line key={entry.key} series={entry} days={days} step={step} alone={series.length === 1} x={x} y={y} />
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

/**
 * Returns the right margin in px for the longest label.
 * It is at most half the drawing.
 */
const rightOf = (series: readonly DaySeries[], width: number) =>
  Math.max(
    MARGIN.right,
    Math.min(width / 2, NAME_SPACE + Math.max(0, ...series.map(({ label }) => estimateTextWidth(label)))),
  )

const highestOf = ({ values, band = [] }: DaySeries) => [
  ...values.map((value) => value ?? 0),
  ...band.map((between) => between?.[1] ?? 0),
]

type Scale = (value: number) => number

/**
 * Returns a function that converts a day's index to its x position in the chart.
 * An index of 1.5 is halfway between days 1 and 2.
 */
function placesOf(days: readonly string[], left: number, right: number): Scale {
  const times = days.map((day) => Date.parse(day))
  const [first = 0, last = 1] = [times[0], times.at(-1)]
  const at = scaleLinear<number>({ domain: [first, Math.max(last, first + 1)], range: [left, right] })
  const place = (index: number) => at(times[Math.max(0, Math.min(index, times.length - 1))]!)
  return (index) => (place(Math.floor(index)) + place(Math.ceil(index))) / 2
}

interface LineProps {
  series: DaySeries
  days: readonly string[]
  step: number | undefined
  alone: boolean
  x: Scale
  y: ReturnType<typeof scaleLinear<number>>
}

function Line({ series: { values, color, band }, days, step, alone, x, y }: LineProps) {
  const at = { x: ({ index }: KnownValue<number>) => x(index), y: ({ value }: KnownValue<number>) => y(value) }
  return (
    <>
      {band && <Band band={band} color={color} days={days} x={x} y={y} />}
      {unbrokenRunsOf(values, days, step).map((run) => (
        <Run key={run[0]?.index} run={run} at={at} color={color} filled={alone && !band} isForecast={!!band} y={y} />
      ))}
    </>
  )
}

interface RunProps extends Pick<LineProps, 'y'> {
  run: readonly KnownValue<number>[]
  at: Record<'x' | 'y', (known: KnownValue<number>) => number>
  color: string
  filled: boolean
  isForecast: boolean
}

function Run({ run, at, color, filled, isForecast, y }: RunProps) {
  const [first] = run
  if (first && run.length === 1) return <circle cx={at.x(first)} cy={at.y(first)} r={2.5} fill={color} />
  const data = [...run]
  return (
    <>
      {filled && <AreaClosed data={data} {...at} yScale={y} fill={color} className={classes.area!} />}
      <LinePath data={data} {...at} stroke={color} className={isForecast ? classes.foreseen! : classes.line!} />
    </>
  )
}

/** Area that shows the likely range of the figures. */
function Band({
  band,
  color,
  days,
  x,
  y,
}: { band: NonNullable<DaySeries['band']>; color: string } & Pick<LineProps, 'days' | 'x' | 'y'>) {
  return unbrokenRunsOf(band, days).map((run) => (
    <Area
      key={run[0]?.index}
      data={[...run]}
      x={({ index }) => x(index)}
      y0={({ value: [low] }) => y(low)}
      y1={({ value: [, high] }) => y(high)}
      fill={color}
      className={classes.area!}
    />
  ))
}

interface LineNamesProps {
  series: readonly DaySeries[]
  at: number
  y: Scale
  bottom: number
}

/** Labels at the line ends, moved apart to avoid overlap. */
function LineNames({ series, at, y, bottom }: LineNamesProps) {
  const ends = series
    .map((entry) => ({ ...entry, end: y(entry.values.findLast((value) => value !== null) ?? 0) }))
    .sort((a, b) => a.end - b.end)
  const middle = (MARGIN.top + bottom) / 2
  const heights = spreadPositions(
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

const BARS_MARGIN = { top: 32, right: 24, bottom: 32, left: 48 }
/** Fraction of a day's width for its bars, 0 to 1. */
const FILLED = 0.72

/** Chart of daily counts: groups of bars. */
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
  const { top, ticks } = computeAxisTicks(
    Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))),
  )
  const bottom = HEIGHT - BARS_MARGIN.bottom
  const y = scaleLinear<number>({ domain: [0, top], range: [bottom, BARS_MARGIN.top] })
  const slot = (width - BARS_MARGIN.left - BARS_MARGIN.right) / Math.max(1, days.length)
  const x = (index: number) => BARS_MARGIN.left + (index + 0.5) * slot
  const bar = (slot * FILLED) / Math.max(1, series.length)
  const marks = days.map((day, index) => ({
    key: day,
    text: describeDayFigures(day, index, series, write),
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
            y={BARS_MARGIN.top}
            width={slot}
            height={bottom - BARS_MARGIN.top}
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
      <DayAxes days={days} axis={axis} ticks={ticks} x={x} y={y} left={BARS_MARGIN.left} bottom={bottom} />
      {series.length > 1 && <BarNames series={series} right={width - BARS_MARGIN.right} />}
    </ChartMarks>
  )
}

/** Legend above the bars, on the right. */
function BarNames({ series, right }: { series: readonly DaySeries[]; right: number }) {
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
