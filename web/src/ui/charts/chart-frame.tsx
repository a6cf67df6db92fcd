/** Panel of a chart, with a table switch and a note on the source. */

import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { withColon } from '#web/lib/format/labels.ts'
import { Panel } from '#web/ui/page.tsx'
import classes from './charts.module.css'

interface TableSwitchProps {
  /** Title of the chart. */
  title: string
  /** Kind of drawing that the button's text names; 'chart' by default. */
  of?: 'chart' | 'map'
  asTable: boolean
  change(asTable: boolean): void
}

const showAs = (of: 'chart' | 'map') => (of === 'map' ? t`Show as map` : t`Show as chart`)

/** Button that shows a chart's figures as a table, or shows the chart again. */
export function TableSwitch({ title, of = 'chart', asTable, change }: TableSwitchProps) {
  const Icon = asTable ? IconChartBar : IconTable
  const act = asTable ? showAs(of) : t`Show as table`
  return (
    <Button
      variant="subtle"
      color="gray"
      c="dimmed"
      my={-8}
      px="xs"
      flex="none"
      fz="xs"
      leftSection={<Icon size={16} aria-hidden="true" />}
      aria-label={withColon(title, act)}
      onClick={() => change(!asTable)}
    >
      {act}
    </Button>
  )
}

interface ChartFrameProps {
  title: string
  /** Source of the figures, which says whether they were measured: 'Source: logged trips'. */
  source?: string | undefined
  /** Buttons below the chart, beside the text that names the data source. */
  aside?: ReactNode
  /** Table with the same figures as the chart. */
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
          <p className={classes.source}>{source}</p>
          {aside}
        </div>
      )}
    </Panel>
  )
}
