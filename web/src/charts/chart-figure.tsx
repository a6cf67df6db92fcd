/** A chart inside a card that has a title already: the drawing or its table, and below it the source and the switch. */
import { type ReactNode, useState } from 'react'
import classes from './chart-figure.module.css'
import { TableSwitch } from './table-switch.tsx'

export interface ChartFigureProps {
  title: string
  /** Where the figures come from, and whether they were measured. */
  source: string
  /** px of the drawing; its table may be higher. */
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
