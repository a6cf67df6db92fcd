/**
 * Shares inside a card, as bars from 0 to 100 % or as a pie.
 * The drawing loads after the text.
 */
import { Later } from '#web/components/later.tsx'
import { part } from '#web/components/part.ts'
import type { Datum, Unit } from './chart-data.ts'
import { ChartFigure } from './chart-figure.tsx'
import type { ShareDrawingProps } from './share-drawings.tsx'

const drawings = () => import('./share-drawings.tsx')
const Drawing = part(async () => (await drawings()).ShareDrawing)

/**
 * Preloads the drawings while the figures load.
 * React repeats a failed load and shows its error.
 */
export const prefetchDrawings = () => void Promise.allSettled([drawings()])

const Drawn = (props: ShareDrawingProps) => (
  <Later height={props.height}>
    <Drawing {...props} />
  </Later>
)

export interface ShareBarsProps {
  title: string
  /** Values in any unit; the chart shows their shares. */
  data: readonly Datum[]
  /** Title of the axis: 'Percent of weight'. */
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
  /** Unit of the table's amounts; the drawing shows shares. */
  unit: Unit
  /** Head of the table's first column. */
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
