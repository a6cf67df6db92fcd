/** A resident's report in a list: zone, time, note and state. */
import type { ReactNode } from 'react'
import type { Report } from '#contract/views.ts'
import { useHighlighted } from '#web/lib/feed/use-room.ts'
import { Reference, RelativeTime, StatusBadge } from '#web/ui/marks.tsx'
import classes from './recent-reports.module.css'

export interface ReportItemProps {
  report: Report
  arrivedAt: number | undefined
  /** Action on the report. */
  action?: ReactNode
}

export function ReportItem({ report, arrivedAt, action }: ReportItemProps) {
  const marked = useHighlighted(arrivedAt)
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
        {report.reopenedAt && (
          <>
            {' · open again '}
            <RelativeTime iso={report.reopenedAt} />
          </>
        )}
      </p>
      <p className={classes.times}>
        <Reference kind="report" id={report.id} />
      </p>
      {action}
    </li>
  )
}
