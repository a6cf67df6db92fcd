/** The resident's latest three reports. */

import { Skeleton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { lookUp } from '#domain/dictionary.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useOwnReport } from './own-report.ts'
import classes from './recent-reports.module.css'
import { ReopenButton, reopenable } from './reopen-button.tsx'
import { ReportItem } from './report-item.tsx'
import { WaitingRow } from './stored-reports.tsx'

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
  const { user } = useSession()
  const { waiting } = useOwnReport()
  if (!waiting) {
    if (status === 'loading') return <Skeleton height={64} />
    if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch reports'} retry={retry} />
  }
  if (rows.length === 0 && !waiting) {
    return (
      <EmptyState icon={IconClipboardList} title="No reports yet">
        When you report your bin as full, you can follow it here until it is collected.
      </EmptyState>
    )
  }
  const last = reopenable(rows)
  return (
    <ul className={classes.list}>
      {waiting && <WaitingRow report={waiting} zone={user?.zone} />}
      {rows.slice(0, waiting ? SHOWN - 1 : SHOWN).map((report) => (
        <ReportItem
          key={report.id}
          report={report}
          arrivedAt={lookUp(arrivals, report.id)}
          action={report === last && <ReopenButton report={report} />}
        />
      ))}
    </ul>
  )
}
