/** Placeholder of a chart with the chart's exact height, so that nothing below moves when the chart is drawn. */
import { Skeleton } from '@mantine/core'
import { TableSwitch } from '#web/ui/charts/chart-frame.tsx'
import charts from '#web/ui/charts/charts.module.css'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './analytics.module.css'

const HEIGHT = 260
const none = { current: null }

/** Renders invisible buttons, which take the space of the chart's. */
export function ChartPlaceholder({ title, source }: { title: string; source: string }) {
  const tableSwitch = (
    <span className={classes.space}>
      <TableSwitch title={title} asTable={false} change={() => {}} />
    </span>
  )
  return (
    <Panel title={title} aside={tableSwitch}>
      <Skeleton height={HEIGHT} />
      <div className={charts.foot}>
        <p className={charts.source}>{source}</p>
        <span className={classes.space}>
          <ExportButtons title={title} name={title} csv={() => ''} part={none} />
        </span>
      </div>
    </Panel>
  )
}
