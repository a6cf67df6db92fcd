/** The resident's latest three reports. */
import { Skeleton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import type { Report } from '#contract/views.ts'
import { StatusBadge } from '#web/components/badge.tsx'
import { useMarked } from '#web/components/marked.ts'
import { Panel } from '#web/components/panel.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './recent-reports.module.css'

/** Specification, section 9. */
const SHOWN = 3

export function RecentReports() {
  const room = useRoom('my-reports')
  return (
    <Panel title="Recent Reports">
      <Latest {...room} />
    </Panel>
  )
}

function Latest({ rows, status, error, arrivals, retry }: ReturnType<typeof useRoom<'my-reports'>>) {
  if (status === 'loading') return <Skeleton height={64} />
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch reports'} retry={retry} />
  if (rows.length === 0) {
    return (
      <EmptyState icon={IconClipboardList} title="No reports yet">
        When you report your bin as full, you can follow it here until it is collected.
      </EmptyState>
    )
  }
  return (
    <ul className={classes.list}>
      {rows.slice(0, SHOWN).map((report) => (
        <ReportItem key={report.id} report={report} arrivedAt={arrivals[report.id]} />
      ))}
    </ul>
  )
}

function ReportItem({ report, arrivedAt }: { report: Report; arrivedAt: number | undefined }) {
  const marked = useMarked(arrivedAt)
  return (
    <li className={classes.item} data-marked={marked || undefined}>
      <div className={classes.head}>
        <span>{report.zone}</span>
        <StatusBadge status={report.status} />
      </div>
      {report.description && <p className={classes.description}>{report.description}</p>}
      <p className={classes.times}>
        Reported <RelativeTime iso={report.timestamp} />
        {report.collectedAt && (
          <>
            {' · collected '}
            <RelativeTime iso={report.collectedAt} />
          </>
        )}
      </p>
    </li>
  )
}
