/** How many reports the resident has made, and how they stand. */
import { Skeleton } from '@mantine/core'
import type { Report } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './report-counts.module.css'

const counts: { label: string; counts(report: Report): boolean }[] = [
  { label: 'Total', counts: () => true },
  { label: 'Pending', counts: ({ status }) => status === 'new' },
  { label: 'In Progress', counts: ({ status }) => status === 'in-progress' },
  { label: 'Completed', counts: ({ status }) => status === 'completed' || status === 'collected' },
]

export function ReportCounts() {
  const { rows, status, error, retry } = useRoom('my-reports')
  return (
    <Panel title="Your Reports">
      {status === 'error' ? (
        <ErrorState message={error ?? 'Failed to fetch reports'} retry={retry} />
      ) : (
        <dl className={classes.counts}>
          {counts.map(({ label, counts }) => (
            <div key={label} className={classes.count}>
              <dt>{label}</dt>
              <dd>{status === 'loading' ? <Skeleton height={28} width={32} /> : rows.filter(counts).length}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
