/** Panel of a chart with a switch to its table and the source of its figures. */
import { type ReactNode, useState } from 'react'
import { Panel } from '#web/ui/panel.tsx'
import figure from './chart-figure.module.css'
import classes from './charts.module.css'
import { TableSwitch } from './table-switch.tsx'

export interface ChartFrameProps {
  title: string
  /** Origin of the figures, and whether they were measured: 'Source: logged trips'. */
  source?: string | undefined
  /** Actions beside the source. */
  aside?: ReactNode
  /** The same figures as a table. */
  table: ReactNode
  children: ReactNode
}

export function ChartFrame({ title, source, aside, table, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel title={title} aside={<TableSwitch title={title} asTable={asTable} change={setAsTable} />}>
      <div className={classes.frame}>{asTable ? table : children}</div>
      {(source || aside) && (
        <div className={classes.foot}>
          <p className={figure.source}>{source}</p>
          {aside}
        </div>
      )}
    </Panel>
  )
}
