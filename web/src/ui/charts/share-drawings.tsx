/** Drawings of shares: bars, pie or table, in a lazily loaded file. */

import type { ReactNode } from 'react'
import { BarDrawing } from './bar-drawing.tsx'
import { amount, amountFigure, columnOf, type Datum, shareTexts, type Unit } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { amountScale, shareScale } from './chart-geometry.ts'
import classes from './charts.module.css'
import { PieDrawing } from './pie-drawing.tsx'

interface ShareTableProps {
  title: string
  data: readonly Datum[]
  /** Unit of the amounts; without it the table shows shares only. */
  unit?: Unit
  /** Head of the first column: 'Role', 'Status'. */
  category: string
}

/** Table of a chart's shares. */
function ShareTable({ title, data, unit, category }: ShareTableProps) {
  const total = data.reduce((sum, { value }) => sum + value, 0)
  const shares = shareTexts(data.map(({ value }) => value))
  return (
    <table className={classes.figures} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{category}</th>
          {unit && <th scope="col">{columnOf(unit)}</th>}
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ key, label, value }, index) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {unit && <td>{amountFigure(value)}</td>}
            <td>{total > 0 ? shares[index] : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td colSpan={unit ? 2 : 1}>{unit ? amount(total, unit) : total > 0 ? '100 %' : '–'}</td>
        </tr>
      </tfoot>
    </table>
  )
}

export interface ShareDrawingProps {
  as: 'bars' | 'pie' | 'table'
  title: string
  data: readonly Datum[]
  height: number
  /** Axis title of bars. */
  axis?: string
  /** First column head of a table. */
  category?: string
  /** Unit of a table's amounts. */
  unit?: Unit
}

/** One component for all drawings, so that a switch needs no further load. */
export function ShareDrawing({ as, title, data, height, axis = '', category = '', unit }: ShareDrawingProps) {
  if (as === 'bars') return <BarDrawing title={title} data={data} scale={shareScale(data, axis)} height={height} />
  if (as === 'table') return <ShareTable title={title} data={data} category={category} {...(unit && { unit })} />
  return <PieDrawing title={title} data={data.filter(({ value }) => value > 0)} height={height} />
}

const HEIGHT = 260

export interface BarChartProps extends ShareTableProps {
  unit: Unit
  /** Source of the figures. */
  source?: string
  /** Actions beside the source. */
  aside?: ReactNode
}

/** Panel with a bar chart of amounts, each with its figure above. */
export function BarChart(props: BarChartProps) {
  const { title, source, aside, data, unit } = props
  return (
    <ChartFrame title={title} source={source} aside={aside} table={<ShareTable {...props} />}>
      <BarDrawing title={title} data={data} scale={amountScale(data, unit)} height={HEIGHT} />
    </ChartFrame>
  )
}

interface PieChartProps extends ShareTableProps {
  /** Source of the figures. */
  source?: string
  /** Actions beside the source. */
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
