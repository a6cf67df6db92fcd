/** Figures above the charts, and placeholders that stand in for charts. */

import { Skeleton } from '@mantine/core'
import { TableSwitch } from '#web/ui/charts/chart-frame.tsx'
import { unbrokenRunsOf } from '#web/ui/charts/chart-geometry.ts'
import charts from '#web/ui/charts/charts.module.css'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/states.tsx'
import classes from './analytics.module.css'

const [WIDTH, SPARKLINE_HEIGHT] = [96, 24]

/** Returns an SVG path through the known figures. The path is interrupted at unknown figures. */
export function sparklinePathOf(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(...known, 0)]
  const x = (index: number) => Math.round((index / Math.max(1, values.length - 1)) * WIDTH * 10) / 10
  const y = (value: number) =>
    Math.round((SPARKLINE_HEIGHT - 1 - ((value - low) / (high - low || 1)) * (SPARKLINE_HEIGHT - 2)) * 10) / 10
  return unbrokenRunsOf(values)
    .map((run) => {
      const points = run.map(({ index, value }) => `${x(index)} ${y(value)}`)
      // A line of length 0 draws a single known figure as a point.
      return `M${points.join('L')}${run.length === 1 ? 'h0' : ''}`
    })
    .join('')
}

function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg
      className={charts.sparkline}
      viewBox={`0 0 ${WIDTH} ${SPARKLINE_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparklinePathOf(values)} />
    </svg>
  )
}

interface Figure {
  name: string
  /** Formatted value with its unit; undefined while loading. */
  value: string | undefined
  note: string
  /** Comparison with the previous period; null while loading, undefined without a previous period. */
  against?: string | null
  /** Values by day for a small line chart; null while loading, undefined if there are none. */
  course?: readonly (number | null)[] | null
}

/** Row of figures. Each has a name, an explanation, a comparison and a small line chart. */
export function KeyFigures({ label, figures }: { label: string; figures: readonly Figure[] }) {
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

/** Placeholder of a chart. Its invisible buttons reserve the space of the chart's buttons. */
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
  /** Title of the empty state, shown below the title of the chart. */
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
