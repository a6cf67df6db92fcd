/** Shares as they are drawn: bars, a pie, or the table of the same figures. Its code comes after the words stand. */
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
  /** What bars are shares of. */
  axis?: string
  /** Of a table. */
  category?: string
  /** Of a table's amounts. */
  unit?: Unit
}

/** One component for all of them: whoever has seen the one is shown the other at once. */
export function ShareDrawing({ as, title, data, height, axis = '', category = '', unit }: ShareDrawingProps) {
  if (as === 'bars') return <BarDrawing title={title} data={data} scale={shareScale(data, axis)} height={height} />
  if (as === 'table') return <ShareTable title={title} data={data} category={category} {...(unit && { unit })} />
  return <PieDrawing title={title} data={data.filter(({ value }) => value > 0)} height={height} />
}
