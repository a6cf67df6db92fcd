/** Details of an open report: state, place, outcome, earlier reports, buttons. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import type { Report, StopOutcomeView } from '#contract/views.ts'
import { toDialString, toReadablePhone } from '#domain/contacts.ts'
import { pointOfPlace } from '#domain/plus-code.ts'
import { api, failureTextOf } from '#web/lib/api/api.ts'
import { Picture } from '#web/lib/api/pictures.tsx'
import { defineQuery } from '#web/lib/api/request.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { getStopExceptionLabels, placeLinesOf } from '#web/lib/format/bins.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { formatDayAndTime, formatTimeOfDay } from '#web/lib/format/times.ts'
import { ClockContext, useNow } from '#web/lib/hooks/replay-context.ts'
import { getResidentNameOfReport, noteTextOf } from '#web/lib/language/person-name.ts'
import { ByPhoneBadge } from '#web/ui/by-phone-badge.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { HistoryTable, type NamedValue, NamedValueList } from '#web/ui/figure-table.tsx'
import { PinMap } from '#web/ui/map/pin-map.tsx'
import { Badge, getReportBadges, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './report-detail.module.css'
import { getReportStateLabels, reportStateOf, useReportDetailQuery, useReportPhoneQuery } from './report-state.ts'

const { useUserReportsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    userReports: build.query(defineQuery('userReports')),
  }),
})

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
  // Remembers the report's last row.
  // If the report is closed meanwhile, its details stay visible.
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const report = current ?? (last?.id === id ? last : undefined)
  return (
    <Drawer
      title={(report && getResidentNameOfReport(report)) ?? t`Report`}
      opened={opened && report !== undefined}
      close={close}
    >
      {report && (
        <div className={classes.detail}>
          <ReportFacts
            report={report}
            state={current ? getReportStateLabels()[reportStateOf(report, overdue)] : t`Closed`}
          />
          {report.via === 'phone' && current && <ReporterPhoneNumber id={report.id} />}
          <div>{action(report, !current)}</div>
          <BinAndCrew report={report} />
          <EarlierReports report={report} />
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
  const facts: NamedValue[] = [
    [t`State`, state],
    [t`Zone`, zone],
    [t`Reported`, <RelativeTime key="at" iso={timestamp} />],
    ...(reopenedAt ? [[t`Reopened`, <RelativeTime key="again" iso={reopenedAt} />] as NamedValue] : []),
    [t`Description`, description ?? '–'],
    [t`Truck`, trucks.join(', ') || '–'],
  ]
  return (
    <>
      <NamedValueList className={classes.facts} facts={facts} />
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

function EarlierReports({ report }: { report: Report }) {
  const now = useNow(MINUTE_MS)
  const { data, error, isLoading, refetch } = useUserReportsQuery(
    { id: report.userId },
    { refetchOnMountOrArgChange: true },
  )
  if (isLoading) return <Skeleton height={120} />
  if (error) return <ErrorState message={failureTextOf(error, t`Failed to fetch earlier reports`)} retry={refetch} />
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
        collectedAt ? formatDayAndTime(collectedAt, now) : getReportBadges()[status].label,
      ]}
      note={({ description }) => description}
    />
  )
}

/** Place of the bin, and the crew's recorded outcome with proof. */
function BinAndCrew({ report }: { report: Report }) {
  const { id, served } = report
  return (
    <>
      {served && <Crew served={served} />}
      <Bin id={id} servedAt={served?.at} />
    </>
  )
}

/** Shows the phone number of a resident who reported by phone, while the report is open. */
function ReporterPhoneNumber({ id }: { id: string }) {
  const isPast = useContext(ClockContext) !== null
  const { data, error, refetch } = useReportPhoneQuery({ id }, { skip: isPast })
  if (isPast) return null
  if (!data && error)
    return <ErrorState message={failureTextOf(error, t`The phone number could not be loaded`)} retry={refetch} />
  if (!data) return <Skeleton height={44} />
  const number = toReadablePhone(data.phone)
  return (
    <a className={classes.call} href={`tel:${toDialString(data.phone)}`} aria-label={t`Call back: ${{ number }}`}>
      <IconPhone size={18} stroke={1.75} aria-hidden="true" />
      {number}
    </a>
  )
}

/**
 * Shows where the bin is.
 * Reloads the place when `servedAt` changes, because a driver's outcome can include a place.
 */
function Bin({ id, servedAt }: { id: string; servedAt: string | undefined }) {
  const isPast = useContext(ClockContext) !== null
  const { data, error, refetch } = useReportDetailQuery({ id }, { skip: isPast, refetchOnMountOrArgChange: true })
  useEffect(() => {
    if (servedAt !== undefined && !isPast) void refetch()
  }, [servedAt, isPast, refetch])
  if (isPast) return null
  if (!data && error)
    return <ErrorState message={failureTextOf(error, t`The place could not be loaded`)} retry={refetch} />
  if (!data) return <Skeleton height={72} />
  const { place = {}, source } = data.bin
  const lines: NamedValue[] = placeLinesOf(place)
  const point = pointOfPlace(place)
  const saidBy: NamedValue = [t`Added by`, source === 'driver' ? t`A driver` : t`The resident`]
  return (
    <>
      <FactSection label={t`Place of the bin`} facts={lines.length > 0 ? [...lines, saidBy] : [[t`Place`, '–']]} />
      {point && <PinMap title={t`Map with the place of the bin`} at={point} near={point} />}
    </>
  )
}

/** Width of the photo in px. */
const PHOTO_PX = 360

function Crew({ served }: { served: StopOutcomeView }) {
  const {
    outcome,
    exception,
    at,
    note,
    picture_url: picture,
    placed,
    metres,
    vehicleId,
    afterLoad,
    clockStopped,
  } = served
  const facts: (NamedValue | undefined)[] = [
    [t`Outcome`, outcome === 'exception' && exception ? getStopExceptionLabels()[exception] : t`Collected`],
    [t`Time`, <RelativeTime key="at" iso={at} />],
    [t`Truck`, vehicleId ?? '–'],
    [t`Position`, positionText(placed, metres)],
    note === undefined ? undefined : [t`Note`, noteTextOf(note)],
    clockStopped && [t`Waiting time`, t`Paused until the bin is out again`],
    picture ? undefined : [t`Photo`, t`None`],
    afterLoad && [t`Load`, t`Recorded after the load had left, so it is not counted in a load`],
  ]
  return (
    <>
      <FactSection label={t`At the bin`} facts={facts.filter((fact) => fact !== undefined)} />
      {picture && <Picture url={picture} alt={t`Driver’s photo of the bin`} width={PHOTO_PX} />}
    </>
  )
}

function positionText(placed: true | undefined, metres: number | undefined): string {
  if (!placed) return t`None`
  return metres === undefined ? t`Recorded` : t`${{ distance: withUnit(formatNumber(metres), 'm') }} from the bin`
}

function FactSection({ label, facts }: { label: string; facts: readonly NamedValue[] }) {
  return (
    <section aria-label={label}>
      <h3 className={classes.heading}>{label}</h3>
      <NamedValueList className={classes.facts} facts={facts} />
    </section>
  )
}
