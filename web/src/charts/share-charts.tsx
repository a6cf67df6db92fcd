/** Shares of a whole for inside a card, as bars on an axis from 0 to 100 % or as a pie; the words stand before the drawing does. */
import { Later } from '#web/components/later.tsx'
import { part } from '#web/components/part.ts'
import type { Datum, Unit } from './chart-data.ts'
import { ChartFigure } from './chart-figure.tsx'
import type { ShareDrawingProps } from './share-drawings.tsx'

const drawings = () => import('./share-drawings.tsx')
const Drawing = part(async () => (await drawings()).ShareDrawing)

/** While the figures are still on their way. A failure here is not lost: React asks again and shows it. */
export const prefetchDrawings = () => void Promise.allSettled([drawings()])

const Drawn = (props: ShareDrawingProps) => (
  <Later height={props.height}>
    <Drawing {...props} />
  </Later>
)

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

export function ShareBars({ source, axis, category, ...shown }: ShareBarsProps) {
  return (
    <ChartFigure
      title={shown.title}
      source={source}
      height={shown.height}
      table={<Drawn as="table" category={category} {...shown} />}
    >
      <Drawn as="bars" axis={axis} {...shown} />
    </ChartFigure>
  )
}

export interface SharePieProps {
  title: string
  data: readonly Datum[]
  /** Of the table's amounts; the drawing shows shares. */
  unit: Unit
  /** What a row of the table is. */
  category: string
  source: string
  height: number
}

export function SharePie({ source, unit, category, ...shown }: SharePieProps) {
  return (
    <ChartFigure
      title={shown.title}
      source={source}
      height={shown.height}
      table={<Drawn as="table" unit={unit} category={category} {...shown} />}
    >
      <Drawn as="pie" {...shown} />
    </ChartFigure>
  )
}
