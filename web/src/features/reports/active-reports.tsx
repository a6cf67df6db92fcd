/** The dispatcher's table of open reports, live, newest first. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRecycle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { useHeldRows } from '#web/components/held-rows.ts'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { ActiveReportRow } from './active-report-row.tsx'
import classes from './active-reports.module.css'
import { ActiveReportsSkeleton } from './active-reports-skeleton.tsx'
import { useKeptFocus } from './kept-focus.ts'

/** How many rows are drawn at first and with each 'Show more': thousands at once would make the page slow. */
const STEP = 60

const columns = ['Time', 'Resident', 'Zone', 'Description', 'Age']

export interface ActiveReportsProps {
  className?: string
  /** What can be done with a report, at the end of its row. */
  action(report: Report): ReactNode
}

export function ActiveReports({ className, action }: ActiveReportsProps) {
  const room = useRoom('active-reports')
  const count = room.status === 'loading' || room.status === 'error' ? '–' : room.rows.length.toLocaleString('en')
  return (
    <Panel
      title="Active Reports"
      className={`${classes.panel} ${className ?? ''}`}
      aside={<span className={classes.count}>{count} open</span>}
    >
      <Content {...room} action={action} />
    </Panel>
  )
}

type ContentProps = ReturnType<typeof useRoom<'active-reports'>> & Pick<ActiveReportsProps, 'action'>

function Content({ rows, status, error, arrivals, retry, action }: ContentProps) {
  const [limit, setLimit] = useState(STEP)
  const { shown, gone, waiting, hand } = useHeldRows(rows)
  const body = useKeptFocus(shown)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (status === 'loading') return <ActiveReportsSkeleton />
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch active reports'} retry={retry} />
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconRecycle} title="No active reports.">
        A report appears here the moment a resident sends it.
      </EmptyState>
    )
  }
  const hidden = shown.length - limit
  return (
    <div className={classes.scroll}>
      <p className={classes.waiting} role="status" hidden={waiting === 0}>
        {waiting === 1 ? '1 new report' : `${waiting} new reports`}: shown as soon as your pointer rests
      </p>
      <table className={classes.table} aria-label="Active reports, newest first">
        <thead>
          <tr>
            {(narrow ? ['Report'] : columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col" className={classes.action}>
              Action
            </th>
          </tr>
        </thead>
        <tbody ref={body} {...hand}>
          {shown.slice(0, limit).map((report) => (
            <ActiveReportRow
              key={report.id}
              report={report}
              gone={gone(report.id)}
              arrivedAt={arrivals[report.id]}
              narrow={narrow}
              action={action}
            />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button variant="subtle" fullWidth mih={44} onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, hidden)} more of {hidden.toLocaleString('en')}
        </Button>
      )}
    </div>
  )
}
