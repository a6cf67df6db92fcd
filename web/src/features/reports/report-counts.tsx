/** Number of the resident's reports by state. */
import { Skeleton } from '@mantine/core'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './report-counts.module.css'
import { reportFilters } from './report-filters.ts'

export function ReportCounts() {
  const { rows, status, error, retry } = useRoom('my-reports')
  return (
    <Panel title="Your Reports">
      {status === 'error' ? (
        <ErrorState message={error ?? 'Failed to fetch reports'} retry={retry} />
      ) : (
        <dl className={classes.counts}>
          {reportFilters.map(({ key, label, includes }) => (
            <div key={key} className={classes.count}>
              <dt>{label}</dt>
              <dd>{status === 'loading' ? <Skeleton height={28} width={32} /> : rows.filter(includes).length}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
