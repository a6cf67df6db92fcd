/** The dispatcher's table of open reports, live, newest first. */
import { IconRecycle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Report } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './active-reports.module.css'
import { ActiveReportsSkeleton } from './active-reports-skeleton.tsx'
import { ActiveReportsTable } from './active-reports-table.tsx'

export interface ActiveReportsProps {
  className?: string | undefined
  /** What can be done with all reports, beside the title. */
  aside?: ReactNode
  /** What can be done with a report, at the end of its row. */
  action(report: Report, gone: boolean): ReactNode
}

export function ActiveReports({ className, aside, action }: ActiveReportsProps) {
  const { rows, status, error, arrivals, retry } = useRoom('active-reports')
  const count = status === 'loading' || status === 'error' ? '–' : rows.length.toLocaleString('en')
  return (
    <Panel
      title="Active Reports"
      className={className}
      scrolls
      aside={
        <div className={classes.aside}>
          <span className={classes.count}>{count} open</span>
          {aside}
        </div>
      }
    >
      {status === 'loading' && <ActiveReportsSkeleton />}
      {status === 'error' && <ErrorState message={error ?? 'Failed to fetch active reports'} retry={retry} />}
      {status !== 'loading' && status !== 'error' && (
        <ActiveReportsTable
          rows={rows}
          arrivals={arrivals}
          action={action}
          empty={
            <EmptyState icon={IconRecycle} title="No active reports.">
              A report appears here the moment a resident sends it.
            </EmptyState>
          }
        />
      )}
    </Panel>
  )
}
