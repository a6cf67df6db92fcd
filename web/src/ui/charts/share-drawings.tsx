/** Drawings of shares: bars, pie or table, in a lazily loaded file. */
import { BarDrawing } from './bar-drawing.tsx'
import { shareScale } from './bar-scale.ts'
import type { Datum, Unit } from './chart-data.ts'
import { PieDrawing } from './pie-drawing.tsx'
import { ShareTable } from './share-table.tsx'

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
