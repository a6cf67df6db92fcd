/** Figures above the charts, and what stands in for a chart. */
import { Skeleton } from '@mantine/core'
import { TableSwitch } from '#web/ui/charts/chart-frame.tsx'
import charts from '#web/ui/charts/charts.module.css'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/states.tsx'
import classes from './analytics.module.css'

interface Figure {
  name: string
  /** With its unit; undefined while loading. */
  value: string | undefined
  note: string
  /** Comparison text; null while loading, undefined without an earlier period. */
  against?: string | null
  /** Daily values; null while loading, undefined without any. */
  course?: readonly (number | null)[] | null
}

/** A row of figures with name, explanation, comparison and development. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, note, against, course }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value ?? <Skeleton height={32} width={96} />}</dd>
          <dd className={classes.note}>{note}</dd>
          {against !== undefined && <dd className={classes.against}>{against}</dd>}
          {course !== undefined && (
            <dd>
              <Sparkline values={course ?? []} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

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

interface EmptyChartProps extends Omit<EmptyStateProps, 'title'> {
  /** Title of the chart. */
  title: string
  /** Title of the empty state. */
  what: string
}

/** Empty state in place of a chart. */
export function EmptyChart({ title, what, ...state }: EmptyChartProps) {
  return (
    <Panel title={title}>
      <EmptyState {...state} title={what} />
    </Panel>
  )
}
