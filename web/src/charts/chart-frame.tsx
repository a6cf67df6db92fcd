/** The frame of every chart: its panel, the switch to a table of the same figures, and the tooltip of the mark in focus. */
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Panel } from '#web/components/panel.tsx'
import { amount, type Datum, percent, type Unit } from './chart-data.ts'
import classes from './charts.module.css'

export interface ChartFrameProps {
  title: string
  data: readonly Datum[]
  unit: Unit
  /** What a row of the table is: 'Role', 'Status'. */
  category: string
  children: ReactNode
}

export function ChartFrame({ title, data, unit, category, children }: ChartFrameProps) {
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
          fz="xs"
          leftSection={<Icon size={16} aria-hidden="true" />}
          aria-label={`${title}: show as ${asTable ? 'chart' : 'table'}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      <div className={classes.frame}>
        {asTable ? <Figures title={title} data={data} unit={unit} category={category} /> : children}
      </div>
    </Panel>
  )
}

function Figures({ title, data, unit, category }: Omit<ChartFrameProps, 'children'>) {
  const total = data.reduce((sum, { value }) => sum + value, 0)
  return (
    <table className={classes.figures} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{category}</th>
          <th scope="col">Number of {unit.many}</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ key, label, value }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{value.toLocaleString('en')}</td>
            <td>{total > 0 ? percent(value / total) : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td colSpan={2}>{amount(total, unit)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
