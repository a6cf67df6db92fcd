/** Shares of a whole for inside a card, as bars on an axis from 0 to 100 % or as a pie; the words stand before the drawing does. */
import { Later } from '#web/components/later.tsx'
import { part } from '#web/components/part.ts'
import type { Datum, Unit } from './chart-data.ts'
import { ChartFigure } from './chart-figure.tsx'
import type { ShareTableProps } from './share-table.tsx'

const drawings = () => import('./share-drawings.tsx')
const Bars = part(async () => (await drawings()).ShareBarDrawing)
const Pie = part(async () => (await drawings()).PieDrawing)
const Table = part(async () => (await drawings()).ShareTable)

/** While the figures are still on their way. A failure here is not lost: React asks again and shows it. */
export const prefetchDrawings = () => void Promise.allSettled([drawings()])

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
      table={
        <Later height={height}>
          <Table title={title} data={data} category={category} />
        </Later>
      }
    >
      <Later height={height}>
        <Bars title={title} data={data} axis={axis} height={height} />
      </Later>
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
      table={
        <Later height={height}>
          <Table title={title} data={data} unit={unit} category={category} />
        </Later>
      }
    >
      <Later height={height}>
        <Pie title={title} data={some} height={height} />
      </Later>
    </ChartFigure>
  )
}
