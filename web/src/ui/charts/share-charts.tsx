/**
 * Shares inside a card, as bars from 0 to 100 % or as a pie.
 * The drawing loads after the text.
 */

import { type ReactNode, useState } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import type { Datum, Unit } from './chart-data.ts'
import classes from './chart-figure.module.css'
import type { ShareDrawingProps } from './share-drawings.tsx'
import { TableSwitch } from './table-switch.tsx'

const drawings = () => import('./share-drawings.tsx')
const Drawing = lazyWithRetry(async () => (await drawings()).ShareDrawing)

/**
 * Preloads the drawings while the figures load.
 * React repeats a failed load and shows its error.
 */
export const prefetchDrawings = () => void Promise.allSettled([drawings()])

const Drawn = (props: ShareDrawingProps) => (
  <Deferred height={props.height}>
    <Drawing {...props} />
  </Deferred>
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

interface ChartFigureProps {
  title: string
  /** Origin of the figures, and whether they were measured. */
  source: string
  /** Height of the drawing in px; its table may be higher. */
  height: number
  table: ReactNode
  children: ReactNode
}

function ChartFigure({ title, source, height, table, children }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <div className={classes.within}>
      <div style={{ minHeight: height }}>{asTable ? table : children}</div>
      <div className={classes.foot}>
        <p className={classes.source}>{source}</p>
        <TableSwitch title={title} asTable={asTable} change={setAsTable} />
      </div>
    </div>
  )
}
