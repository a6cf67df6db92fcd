/** Placeholder of a chart with the chart's exact height, so that nothing below moves when the chart is drawn. */
import { Skeleton } from '@mantine/core'
import { ExportButtons } from '#web/calls/export-buttons.tsx'
import figure from '#web/charts/chart-figure.module.css'
import charts from '#web/charts/charts.module.css'
import { TableSwitch } from '#web/charts/table-switch.tsx'
import { Panel } from '#web/components/panel.tsx'
import classes from './analytics.module.css'

const HEIGHT = 260
const none = { current: null }

/** Its buttons are invisible; they only take their space. */
export function ChartSpace({ title, source }: { title: string; source: string }) {
  const tableSwitch = (
    <span className={classes.space}>
      <TableSwitch title={title} asTable={false} change={() => {}} />
    </span>
  )
  return (
    <Panel title={title} aside={tableSwitch}>
      <Skeleton height={HEIGHT} />
      <div className={charts.foot}>
        <p className={figure.source}>{source}</p>
        <span className={classes.space}>
          <ExportButtons title={title} name={title} csv={() => ''} part={none} />
        </span>
      </div>
    </Panel>
  )
}
