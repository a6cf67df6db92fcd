/** Shares of a whole as bars on an axis from 0 to 100 %, for inside a card. */
import { BarDrawing } from './bar-drawing.tsx'
import { shareScale } from './bar-scale.ts'
import type { Datum } from './chart-data.ts'
import { ChartFigure } from './chart-figure.tsx'
import { ShareTable } from './share-table.tsx'

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
