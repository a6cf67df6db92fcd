/** One open report in the dispatcher's table; on phones its details stand below the name. */
import { memo, type ReactNode } from 'react'
import type { Report } from '#contract/views.ts'
import { Badge, SimulatedBadge } from '#web/components/badge.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { clockTime } from '#web/format/times.ts'
import { useNow } from '#web/hooks/ticker.ts'
import classes from './active-reports.module.css'

export interface ActiveReportRowProps {
  report: Report
  /** Where it stands among all reports, from 0. */
  index: number
  /** Learns the row's height. */
  measure?(row: HTMLTableRowElement | null): void
  /** Not open any more, and only still here because a hand is at the table. */
  gone: boolean
  arrivedAt: number | undefined
  /** One column of everything, for phones. */
  narrow: boolean
  action(report: Report, gone: boolean): ReactNode
}

const HOUR_MS = 3_600_000

export const ActiveReportRow = memo(function ActiveReportRow({
  report,
  index,
  measure,
  gone,
  arrivedAt,
  narrow,
  action,
}: ActiveReportRowProps) {
  const marked = useMarked(arrivedAt)
  const now = useNow(HOUR_MS)
  const { resident_name: name = '–', zone, description, timestamp, unconfirmed } = report
  const mark = (unconfirmed || report.simulated || report.reopenedAt) && (
    <div className={classes.mark}>
      {unconfirmed && <Badge tone="progress">Unconfirmed</Badge>}{' '}
      {report.reopenedAt && <Badge tone="progress">Open again</Badge>} <SimulatedBadge of={report} />
    </div>
  )
  const age = <RelativeTime iso={timestamp} />
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-marked={marked || undefined}
      data-gone={gone || undefined}
      data-report={report.id}
    >
      {narrow ? (
        <td>
          <div className={classes.resident}>{name}</div>
          {mark}
          <div className={classes.details}>
            {zone} · {age}
          </div>
          {description && <div className={`${classes.details} ${classes.note}`}>{description}</div>}
        </td>
      ) : (
        <>
          <td className={`${classes.fixed} ${classes.time}`}>{clockTime(timestamp, now)}</td>
          <td className={classes.resident} title={name}>
            {name}
            {mark}
          </td>
          <td className={classes.fixed}>{zone}</td>
          <td className={classes.description} title={description}>
            {description ?? '–'}
          </td>
          <td className={classes.fixed}>{age}</td>
        </>
      )}
      <td className={classes.action}>{action(report, gone)}</td>
    </tr>
  )
})
