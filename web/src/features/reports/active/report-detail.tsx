/** Details of an open report: location, state, the resident's earlier reports, and buttons. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { api, failureText } from '#web/lib/api/api.ts'
import { defineQuery } from '#web/lib/api/request.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatDayAndTime, formatTimeOfDay } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { residentName } from '#web/lib/language/person-name.ts'
import { ByPhoneBadge } from '#web/ui/by-phone-badge.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { type Fact, Facts, HistoryTable } from '#web/ui/figure-table.tsx'
import { Badge, RelativeTime, reportBadges, SimulatedBadge } from '#web/ui/marks.tsx'
import type { DialogState } from '#web/ui/page.tsx'

import { ErrorState } from '#web/ui/states.tsx'
import { BinAndCrew, ReporterPhoneNumber } from './bin-and-crew.tsx'
import classes from './report-detail.module.css'
import { reportStateOf, stateLabels } from './report-state.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    userReports: build.query(defineQuery('userReports')),
  }),
})

const { useUserReportsQuery } = calls

const MINUTE_MS = 60_000

interface ReportDetailProps extends DialogState {
  /** Id of the report to show. */
  id: string
  /** All open reports. */
  rows: readonly Report[]
  overdue: ReadonlySet<string>
  action(report: Report, gone: boolean): ReactNode
}

export function ReportDetail({ id, rows, overdue, action, opened, close }: ReportDetailProps) {
  const current = rows.find((row) => row.id === id)
  // Keeps the last state, so that a report closed meanwhile stays visible.
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const report = current ?? (last?.id === id ? last : undefined)
  return (
    <Drawer title={(report && residentName(report)) ?? t`Report`} opened={opened && report !== undefined} close={close}>
      {report && (
        <div className={classes.detail}>
          <ReportFacts report={report} state={current ? stateLabels()[reportStateOf(report, overdue)] : t`Closed`} />
          {report.via === 'phone' && current && <ReporterPhoneNumber id={report.id} />}
          <div>{action(report, !current)}</div>
          <BinAndCrew report={report} />
          <Earlier report={report} />
        </div>
      )}
    </Drawer>
  )
}

function ReportFacts({ report, state }: { report: Report; state: string }) {
  const { zone, timestamp, description, reopenedAt, scheduleIds = [], unconfirmed, via } = report
  const { rows: schedules } = useRoom('schedules')
  const trucks = schedules
    .filter(({ id }) => scheduleIds.includes(id))
    .map(({ vehicle, status, scheduledStart, estimatedCompletion }) =>
      status === 'scheduled'
        ? t`${{ truck: vehicle.id }} leaves at ${{ start: formatTimeOfDay(scheduledStart) }}`
        : t`${{ truck: vehicle.id }} back by ${{ end: formatTimeOfDay(estimatedCompletion) }}`,
    )
  const facts: Fact[] = [
    [t`State`, state],
    [t`Zone`, zone],
    [t`Reported`, <RelativeTime key="at" iso={timestamp} />],
    ...(reopenedAt ? [[t`Reopened`, <RelativeTime key="again" iso={reopenedAt} />] as Fact] : []),
    [t`Description`, description ?? '–'],
    [t`Truck`, trucks.join(', ') || '–'],
  ]
  return (
    <>
      <Facts className={classes.facts} facts={facts} />
      {(unconfirmed || report.simulated || via === 'phone') && (
        <p className={classes.marks}>
          {via === 'phone' && <ByPhoneBadge />}{' '}
          {unconfirmed && (
            <Badge tone="progress">
              <Trans>Unconfirmed</Trans>
            </Badge>
          )}{' '}
          <SimulatedBadge of={report} />
        </p>
      )}
    </>
  )
}

function Earlier({ report }: { report: Report }) {
  const now = useNow(MINUTE_MS)
  const { data, error, isLoading, refetch } = useUserReportsQuery(
    { id: report.userId },
    { refetchOnMountOrArgChange: true },
  )
  if (isLoading) return <Skeleton height={120} />
  if (error) return <ErrorState message={failureText(error, t`Failed to fetch earlier reports`)} retry={refetch} />
  const earlier = data?.reports.filter(({ id }) => id !== report.id) ?? []
  if (earlier.length === 0)
    return (
      <p className={classes.none}>
        <Trans>No earlier reports from this resident.</Trans>
      </p>
    )
  return (
    <HistoryTable
      title={t`Earlier reports`}
      heads={[t`Reported`, t`Collected`]}
      rows={earlier}
      cells={({ timestamp, collectedAt, status }) => [
        formatDayAndTime(timestamp, now),
        collectedAt ? formatDayAndTime(collectedAt, now) : reportBadges()[status].label,
      ]}
      note={({ description }) => description}
    />
  )
}
