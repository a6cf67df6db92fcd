/** A chart inside a titled card: drawing or table, source and switch. */
import { type ReactNode, useState } from 'react'
import classes from './chart-figure.module.css'
import { TableSwitch } from './table-switch.tsx'

export interface ChartFigureProps {
  title: string
  /** Origin of the figures, and whether they were measured. */
  source: string
  /** Height of the drawing in px; its table may be higher. */
  height: number
  table: ReactNode
  children: ReactNode
}

export function ChartFigure({ title, source, height, table, children }: ChartFigureProps) {
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
