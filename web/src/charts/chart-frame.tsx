/** The frame of every chart: its panel, the switch to a table of the same figures, and where the figures come from. */
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Panel } from '#web/components/panel.tsx'
import classes from './charts.module.css'

export interface ChartFrameProps {
  title: string
  /** Where the figures come from, and whether they were measured: 'Source: logged trips'. */
  source?: string | undefined
  /** The same figures as a table. */
  table: ReactNode
  children: ReactNode
}

export function ChartFrame({ title, source, table, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <Panel
      title={title}
      aside={
        <Button
          variant="subtle"
          color="gray"
          c="dimmed"
          mih={44}
          my={-8}
          px="xs"
          flex="none"
          fz="xs"
          leftSection={<Icon size={16} aria-hidden="true" />}
          aria-label={`${title}: show as ${asTable ? 'chart' : 'table'}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      <div className={classes.frame}>{asTable ? table : children}</div>
      {source && <p className={classes.source}>{source}</p>}
    </Panel>
  )
}
