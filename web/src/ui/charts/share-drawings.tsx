/** Charts of shares and amounts as bars, pie or table; loaded lazily. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { Arc } from '@visx/shape'
import type { ReactNode } from 'react'
import { withColon } from '#web/lib/format/labels.ts'
import { BarDrawing, ChartMarks } from './bar-drawing.tsx'
import {
  type ChartDatum,
  type ChartUnit,
  formatChartAmount,
  formatShares,
  formatUnitAmount,
  unitHeadingOf,
} from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import {
  createAmountScale,
  createShareScale,
  estimateTextWidth,
  type PieLabel,
  type PieSegment,
  pieLabelsOf,
  pieSlicesOf,
} from './chart-geometry.ts'
import classes from './charts.module.css'

/** Height in px of a label with two lines of small text. */
const LABEL_GAP = 40
/** Length of the line between pie and label, in px. */
const ARM = 12
const EDGE = 6
/** Space above and below the pie, in px. */
const MARGIN = 26

interface PieDrawingProps {
  title: string
  data: readonly ChartDatum[]
  /**
   * Unit of the amounts in the pie's labels.
   * Without a unit, labels show only percentages.
   */
  unit?: ChartUnit
  height: number
}

/** Draws a pie with a label beside each slice. */
function PieDrawing(props: PieDrawingProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  return (
    <div ref={parentRef} style={{ height: props.height }}>
      {width > 0 && <Pie {...props} width={width} />}
    </div>
  )
}

function Pie({ title, data, unit, width, height }: PieDrawingProps & { width: number }) {
  const values = data.map(({ value }) => value)
  const shares = formatShares(values)
  const figures = values.map((value, index) => `${unit ? `${formatChartAmount(value)} · ` : ''}${shares[index]}`)
  const labelWidth = Math.max(0, ...data.flatMap(({ label }, index) => [label, figures[index]!]).map(estimateTextWidth))
  const radius = Math.max(32, Math.min(height / 2 - MARGIN, width / 2 - labelWidth - ARM - EDGE))
  const slices = pieSlicesOf(values)
  const marks = slices.map(({ index, start, end }) => {
    const { key, label, value } = data[index]!
    const middle = (start + end) / 2
    const x = width / 2 + Math.sin(middle) * radius * 0.7
    const y = height / 2 - Math.cos(middle) * radius * 0.7
    return {
      key,
      text: withColon(label, `${unit ? `${formatUnitAmount(value, unit)}, ` : ''}${shares[index]}`),
      at: { x, y },
    }
  })
  return (
    <ChartMarks
      label={t`${title}, a pie chart: ${{ column: unit ? unitHeadingOf(unit) : t`Percent` }}`}
      width={width}
      height={height}
      marks={marks}
      draw={(n) => (
        <Group top={height / 2} left={width / 2}>
          <PieSlice slice={slices[n]!} radius={radius} color={data[slices[n]!.index]!.color} />
        </Group>
      )}
    >
      <Group top={height / 2} left={width / 2}>
        {pieLabelsOf(slices, radius, LABEL_GAP, height).map((label) => {
          const { key, label: name } = data[label.index]!
          return <SliceLabel key={key} label={label} radius={radius} name={name} figure={figures[label.index]!} />
        })}
      </Group>
    </ChartMarks>
  )
}

function PieSlice({ slice, radius, color }: { slice: PieSegment; radius: number; color: string }) {
  return (
    <Arc
      startAngle={slice.start}
      endAngle={slice.end}
      innerRadius={radius * 0.55}
      outerRadius={radius}
      fill={color}
      className={classes.slice!}
    />
  )
}

function SliceLabel({
  label,
  radius,
  name,
  figure,
}: {
  label: PieLabel
  radius: number
  name: string
  figure: string
}) {
  const direction = label.side === 'right' ? 1 : -1
  const x = direction * (radius + ARM)
  const anchor = label.side === 'right' ? 'start' : 'end'
  return (
    <>
      <polyline
        className={classes.arm}
        points={`${label.rim.x},${label.rim.y} ${x - direction * 4},${label.y} ${x},${label.y}`}
      />
      <text x={x + direction * 4} y={label.y - 3} textAnchor={anchor} className={classes.name}>
        {name}
      </text>
      <text x={x + direction * 4} y={label.y + 14} textAnchor={anchor} className={classes.figure}>
        {figure}
      </text>
    </>
  )
}

interface ShareTableProps {
  title: string
  data: readonly ChartDatum[]
  /** Unit of the amounts; without it the table shows only shares. */
  unit?: ChartUnit
  /** Heading of the table's first column, such as 'Role' or 'Status'. */
  category: string
}

/** Table with the shares of a chart. */
function ShareTable({ title, data, unit, category }: ShareTableProps) {
  const total = data.reduce((sum, { value }) => sum + value, 0)
  const shares = formatShares(data.map(({ value }) => value))
  return (
    <table className={classes.figures} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{category}</th>
          {unit && <th scope="col">{unitHeadingOf(unit)}</th>}
          <th scope="col">
            <Trans>Share</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ key, label, value }, index) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {unit && <td>{formatChartAmount(value)}</td>}
            <td>{total > 0 ? shares[index] : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>Total</Trans>
          </th>
          <td colSpan={unit ? 2 : 1}>{unit ? formatUnitAmount(total, unit) : total > 0 ? '100 %' : '–'}</td>
        </tr>
      </tfoot>
    </table>
  )
}

export interface ProportionChartProps {
  as: 'bars' | 'pie' | 'table'
  title: string
  data: readonly ChartDatum[]
  height: number
  /** Title of the axis; only for bars. */
  axis?: string
  /** Heading of the table's first column; charts do not show it. */
  category?: string
  /**
   * Unit of the amounts.
   * Used only if the chart is shown as a table.
   */
  unit?: ChartUnit
}

/**
 * Renders bars, a pie or a table.
 * One component has all three, so switching loads no further code.
 */
export function ShareDrawing({ as, title, data, height, axis = '', category = '', unit }: ProportionChartProps) {
  if (as === 'bars')
    return <BarDrawing title={title} data={data} scale={createShareScale(data, axis)} height={height} />
  if (as === 'table') return <ShareTable title={title} data={data} category={category} {...(unit && { unit })} />
  return <PieDrawing title={title} data={data.filter(({ value }) => value > 0)} height={height} />
}

const HEIGHT = 260

export interface BarChartProps extends ShareTableProps {
  unit: ChartUnit
  /** Source of the figures. */
  source?: string
  /** Buttons beside the line that names the source of the figures. */
  aside?: ReactNode
}

/** Panel with a bar chart of amounts, each figure above its bar. */
export function BarChart(props: BarChartProps) {
  const { title, source, aside, data, unit } = props
  return (
    <ChartFrame title={title} source={source} aside={aside} table={<ShareTable {...props} />}>
      <BarDrawing title={title} data={data} scale={createAmountScale(data, unit)} height={HEIGHT} />
    </ChartFrame>
  )
}

interface PieChartProps extends ShareTableProps {
  /** Source of the figures. */
  source?: string
  /** Buttons beside the line that names the source of the figures. */
  aside?: ReactNode
}

/** Panel with a pie chart of shares. */
export function PieChart(props: PieChartProps) {
  return (
    <ChartFrame title={props.title} source={props.source} aside={props.aside} table={<ShareTable {...props} />}>
      <PieDrawing {...props} height={HEIGHT} />
    </ChartFrame>
  )
}
