/** Switch between a chart and its table. */
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'

export interface TableSwitchProps {
  /** Title of the chart. */
  title: string
  /** Kind of the drawing; 'chart' by default. */
  of?: string
  asTable: boolean
  change(asTable: boolean): void
}

export function TableSwitch({ title, of = 'chart', asTable, change }: TableSwitchProps) {
  const Icon = asTable ? IconChartBar : IconTable
  return (
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
      aria-label={`${title}: show as ${asTable ? of : 'table'}`}
      onClick={() => change(!asTable)}
    >
      Show as {asTable ? of : 'table'}
    </Button>
  )
}
