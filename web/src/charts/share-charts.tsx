/** Shares of a whole for inside a card, as bars on an axis from 0 to 100 % or as a pie; who sees the one sees the other. */
import { BarDrawing } from './bar-drawing.tsx'
import { shareScale } from './bar-scale.ts'
import type { Datum, Unit } from './chart-data.ts'
import { ChartFigure } from './chart-figure.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

export interface ShareBarsProps {
  title: string
  /** In any unit: what is shown are its shares. */
  data: readonly Datum[]
  /** What the shares are of: 'Percent of weight'. */
  axis: string
  category: string
  source: string
  height: number
}

export function ShareBars({ title, data, axis, category, source, height }: ShareBarsProps) {
  return (
    <ChartFigure
      title={title}
      source={source}
      height={height}
      table={<ShareTable title={title} data={data} category={category} />}
    >
      <BarDrawing title={title} data={data} scale={shareScale(data, axis)} height={height} />
    </ChartFigure>
  )
}

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
