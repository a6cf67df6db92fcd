/** One open report in the dispatcher's table; on phones its details stand below the name. */
import { memo, type ReactNode } from 'react'
import type { Report } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { useMarked } from '#web/components/marked.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { useNow } from '#web/components/ticker.ts'
import { clockTime } from '#web/components/times.ts'
import classes from './active-reports.module.css'

export interface ActiveReportRowProps {
  report: Report
  /** Not open any more, and only still here because a hand is over the table. */
  gone: boolean
  arrivedAt: number | undefined
  action(report: Report): ReactNode
}

const HOUR_MS = 3_600_000

export const ActiveReportRow = memo(function ActiveReportRow({
  report,
  gone,
  arrivedAt,
  action,
}: ActiveReportRowProps) {
  const marked = useMarked(arrivedAt)
  const now = useNow(HOUR_MS)
  return (
    <tr data-marked={marked || undefined} data-gone={gone || undefined} data-report={report.id}>
      <td className={classes.wide}>{clockTime(report.timestamp, now)}</td>
      <td>
        <div className={classes.resident}>{report.resident_name ?? '–'}</div>
        <div className={classes.narrow}>
          {report.zone} · <RelativeTime iso={report.timestamp} />
          {report.description && <div className={classes.note}>{report.description}</div>}
        </div>
      </td>
      <td className={classes.wide}>{report.zone}</td>
      <td className={`${classes.wide} ${classes.description}`} title={report.description}>
        {report.description ?? <span className={classes.nothing}>–</span>}
      </td>
      <td className={classes.wide}>
        <RelativeTime iso={report.timestamp} />
      </td>
      <td className={classes.action}>{gone ? <Badge tone="done">Closed</Badge> : action(report)}</td>
    </tr>
  )
})
