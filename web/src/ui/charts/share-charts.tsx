/**
 * Share charts in a card: bars from 0 to 100 %, or a pie.
 * The drawing loads after the text.
 */
import { type ReactNode, useState } from 'react'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { DeferredContent } from '#web/ui/page.tsx'
import { type ChartDatum, type ChartUnit, formatShares, formatUnitAmount } from './chart-data.ts'
import { TableSwitch } from './chart-frame.tsx'
import classes from './charts.module.css'
import type { ProportionChartProps } from './share-drawings.tsx'

const drawings = () => import('./share-drawings.tsx')
const Drawing = lazyWithRetry(async () => (await drawings()).ShareDrawing)

/**
 * Preloads the code that draws the charts while the figures load.
 * Ignores a failure: React loads the code again on render and shows the error.
 */
export const prefetchChartCode = () => void Promise.allSettled([drawings()])

const Drawn = (props: ProportionChartProps) => (
  <DeferredContent height={props.height}>
    <Drawing {...props} />
  </DeferredContent>
)

interface ShareBarsProps {
  title: string
  /** Values in any unit; the chart shows their shares. */
  data: readonly ChartDatum[]
  /** Title of the axis, such as 'Percent of weight'. */
  axis: string
  category: string
  source: string
  height: number
}

export function ShareBarChart({ source, axis, category, ...shown }: ShareBarsProps) {
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

interface SharePieProps {
  title: string
  data: readonly ChartDatum[]
  /** Unit of the table's amounts; the drawing shows only shares. */
  unit: ChartUnit
  /** Heading of the table's first column. */
  category: string
  source: string
  height: number
}

export function SharePieChart({ source, unit, category, ...shown }: SharePieProps) {
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
  /** Says whether the chart's figures were measured or estimated. */
  source: string
  /**
   * Height of the drawing in px.
   * The table may be taller.
   */
  height: number
  table: ReactNode
  children: ReactNode
}

function ChartFigure({ title, source, height, table, children }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <div className={classes.within}>
      <div style={{ minHeight: height }}>{asTable ? table : children}</div>
      <div className={classes.figureFoot}>
        <p className={classes.source}>{source}</p>
        <TableSwitch title={title} asTable={asTable} change={setAsTable} />
      </div>
    </div>
  )
}

interface ShareLegendProps {
  label: string
  /**
   * Amounts in drawing order.
   * Zero amounts are included, so that the legend's rows do not move.
   */
  data: readonly ChartDatum[]
  unit?: ChartUnit
}

/** Legend of shares: colour, name, share, and optionally amount. */
export function ShareLegend({ label, data, unit }: ShareLegendProps) {
  const shares = formatShares(data.map(({ value }) => value))
  return (
    <ul className={classes.legend} aria-label={label}>
      {data.map(({ key, label: name, value, color }, index) => (
        <li key={key} className={classes.entry} data-none={value > 0 ? undefined : true}>
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          <span className={classes.legendName}>{name}</span>
          {unit && <span className={classes.amount}>{formatUnitAmount(value, unit)}</span>}
          <b className={classes.share}>{shares[index]}</b>
        </li>
      ))}
    </ul>
  )
}
