/** Shares of a whole as a pie for inside a card; its labels name the shares, and a legend beside it may tell more. */

import type { Unit } from './chart-data.ts'
import { ChartFigure } from './chart-figure.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

export interface SharePieProps extends ShareTableProps {
  /** Of the table's amounts; the drawing shows shares. */
  unit: Unit
  source: string
  height: number
}

export function SharePie({ title, data, unit, category, source, height }: SharePieProps) {
  const some = data.filter(({ value }) => value > 0)
  return (
    <ChartFigure
      title={title}
      source={source}
      height={height}
      table={<ShareTable title={title} data={data} unit={unit} category={category} />}
    >
      <PieDrawing title={title} data={some} height={height} />
    </ChartFigure>
  )
}
