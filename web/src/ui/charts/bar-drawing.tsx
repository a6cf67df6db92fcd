/**
 * Draws a bar chart with axis and keyboard navigation.
 * Bars are columns if labels fit, otherwise rows.
 */

import { t } from '@lingui/core/macro'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { type BarDrawingProps, estimateTextWidth, fitsTwoLines, moveMarkByKey, wrapText } from './chart-geometry.ts'
import classes from './charts.module.css'

interface Mark {
  key: string
  /** Accessible text of the bar, such as 'Residents: 12 users, 75 %'. */
  text: string
  /** The tooltip's point, in px of the chart. */
  at: { x: number; y: number }
}

interface ChartMarksProps {
  label: string
  width: number
  height: number
  marks: readonly Mark[]
  /** Axes and labels, drawn behind the bars. */
  children?: ReactNode
  draw(index: number): ReactNode
}

/**
 * Draws a chart's marks (such as bars) with tooltips for pointer and keyboard.
 * Tab reaches the marks once; arrow keys move between them.
 */
export function ChartMarks({ label, width, height, marks, children, draw }: ChartMarksProps) {
  const [shown, setShown] = useState<string | null>(null)
  const [stop, setStop] = useState(0)
  const nodes = useRef<(SVGGElement | null)[]>([])
  const tip = marks.find(({ key }) => key === shown)

  function move(event: KeyboardEvent, index: number) {
    if (event.key === 'Escape') return setShown(null)
    const next = moveMarkByKey(event.key, index, marks.length)
    if (next === null) return
    event.preventDefault()
    nodes.current[next]?.focus()
  }

  return (
    <div className={classes.chart} style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
      <svg width={width} height={height} role="group" aria-label={label} className={classes.svg}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable */}
        <g aria-hidden="true">{children}</g>
        {marks.map((mark, index) => (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a focusable image, so that screen readers read its figure
          <g
            key={mark.key}
            ref={(node) => {
              nodes.current[index] = node
            }}
            role="img"
            aria-label={mark.text}
            tabIndex={index === Math.min(stop, marks.length - 1) ? 0 : -1}
            className={classes.mark}
            onFocus={() => {
              setStop(index)
              setShown(mark.key)
            }}
            onBlur={() => setShown(null)}
            onPointerEnter={() => setShown(mark.key)}
            onPointerLeave={() => setShown(null)}
            onKeyDown={(event) => move(event, index)}
          >
            {draw(index)}
          </g>
        ))}
      </svg>
      {tip && (
        <div className={classes.tip} style={{ left: tip.at.x, top: tip.at.y }} aria-hidden="true">
          {tip.text}
        </div>
      )}
    </div>
  )
}

interface AmountAxisProps {
  /** Title of the axis, such as 'Litres'. */
  name: string
  ticks: readonly number[]
  /** Formats the number beside a tick of the axis. */
  tick?: (value: number) => string
  y(value: number): number
  left: number
  right: number
}

const plain = (value: number) => formatNumber(value)

/** Axis of amounts at a chart's left: lines, numbers, title. */
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

const FIGURE_WIDTH = 56
const GAP = 10
const THICKNESS = 20
/** Space for the axis title above the rows, in px. */
const TOP = 24

/** Horizontal bars, for labels that are too long for columns. */
function BarRows({ title, data, scale, width, height }: BarDrawingProps & { width: number }) {
  const names = Math.max(...data.map(({ label }) => estimateTextWidth(label))) + GAP
  const across = scaleLinear<number>({ domain: [0, scale.top], range: [0, width - names - FIGURE_WIDTH] })
  const middle = (index: number) => TOP + ((index + 0.5) * (height - TOP)) / data.length
  const marks = data.map(({ key, value }, index) => ({
    key,
    text: scale.words[index]!,
    at: { x: names + across(value) / 2, y: middle(index) - THICKNESS / 2 },
  }))
  return (
    <ChartMarks
      label={t`${title}, a bar chart: ${{ column: scale.unit }}`}
      width={width}
      height={height}
      marks={marks}
      draw={(index) => (
        // A bar with value zero has a minimum width, so that the pointer can reach it.
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
/** Least space between labels, in px. */
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
      label={t`${title}, a bar chart: ${{ column: scale.unit }}`}
      width={width}
      height={height}
      marks={marks}
      draw={(n) => {
        const { key, value, color } = data[n]!
        // The minimum height lets the pointer reach a bar of zero.
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
          {wrapText(label, across.step() - NAME_GAP).map((line, n) => (
            <text key={line} x={middle(key)} y={height - 24 + n * 16} textAnchor="middle" className={classes.tick}>
              {line}
            </text>
          ))}
        </g>
      ))}
    </ChartMarks>
  )
}
