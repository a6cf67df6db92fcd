/** A resident’s reports: dashboard panels and list items. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClipboardList, IconCloudOff, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { canReopen } from '#domain/report-rules.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { useDisabledInReplay, useNow } from '#web/lib/hooks/replay-context.ts'
import { removeStoredReport } from '#web/lib/outbox/remove-stored-report.ts'
import { type StoredReport, useStoredReports } from '#web/lib/outbox/stored-report.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Badge, ReferenceCode, RelativeTime, StatusBadge } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog, Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { findOpenReport, getReportFilters } from './report-state.ts'
import classes from './resident-reports.module.css'

/** The dialog loads on first use, so that phones start faster. */
const ReportDialog = lazyWithRetry(async () => (await import('./report-dialogs.tsx')).ReportDialog)

/**
 * The resident's main button: reports a full bin, or shows the report.
 * It is the first panel, so nothing above can move it.
 */
export function ReportBinPanel() {
  const { rows, status } = useRoom('my-reports')
  const { waiting, onTheWay, open: active, sent, refused } = useCurrentReport()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const reported = Boolean(onTheWay ?? active)
  // Offline, no rows arrive.
  // The report button shows anyway, because residents can report offline.
  const loading = status === 'loading' && navigator.onLine

  function open() {
    setWanted(true)
    setOpened(true)
  }

  useEffect(() => {
    const arrived = sent.filter(({ sentAs }) => rows.some(({ id }) => id === sentAs))
    for (const { key } of arrived)
      removeStoredReport(key).catch((error) => console.warn('A sent report stays kept.', error))
  }, [sent, rows])

  return (
    <Panel title={t`Report Bin Full`}>
      {loading ? (
        <Skeleton height={56} />
      ) : (
        <ReportButton state={waiting ? 'waiting' : reported ? 'reported' : 'none'} open={open} />
      )}
      {waiting ? (
        <WaitingReport report={waiting} />
      ) : (
        <p className={classes.text}>
          {reported
            ? t`Your bin is reported as full. You can report again once it has been collected.`
            : t`Is your bin full? Report it, so that a truck is sent to your zone.`}
        </p>
      )}
      {refused.map((report) => (
        <RefusedReport key={report.key} report={report} />
      ))}
      <Suspense fallback={null}>{wanted && <ReportDialog opened={opened} close={() => setOpened(false)} />}</Suspense>
    </Panel>
  )
}

const buttonStates = () => ({
  none: { icon: IconTrash, label: t`Report Now` },
  waiting: { icon: IconCloudOff, label: t`Waiting for network` },
  reported: { icon: IconCheck, label: t`Report Submitted` },
})

function ReportButton({ state, open }: { state: keyof ReturnType<typeof buttonStates>; open(): void }) {
  const { icon: Icon, label } = buttonStates()[state]
  return (
    <Button
      fullWidth
      size="lg"
      mih={56}
      leftSection={<Icon size={22} />}
      disabled={state !== 'none'}
      className={classes.button}
      data-state={state}
      onClick={open}
      {...useDisabledInReplay()}
    >
      {label}
    </Button>
  )
}

/** Number of reports shown, as section 9 of the specification requires. */
const MAX_RECENT = 3

/** The resident's latest three reports. */
export function RecentReports() {
  const room = useRoom('my-reports')
  return (
    <Panel title={t`Recent Reports`}>
      <LatestReports {...room} />
    </Panel>
  )
}

function LatestReports({ rows, status, error, arrivals, retry }: ReturnType<typeof useRoom<'my-reports'>>) {
  const { user } = useSession()
  const { waiting } = useCurrentReport()
  if (!waiting) {
    if (status === 'loading') return <Skeleton height={64} />
    if (status === 'error') return <ErrorState message={error ?? t`Failed to fetch reports`} retry={retry} />
  }
  if (rows.length === 0 && !waiting) {
    return (
      <EmptyState icon={IconClipboardList} title={t`No reports yet`}>
        <Trans>When you report your bin as full, you can follow it here until it is collected.</Trans>
      </EmptyState>
    )
  }
  const last = findReopenableReport(rows)
  return (
    <ul className={classes.list}>
      {waiting && <WaitingReportRow report={waiting} zone={user?.zone} />}
      {rows.slice(0, waiting ? MAX_RECENT - 1 : MAX_RECENT).map((report) => (
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

/** Counts of the resident's reports, by state. */
export function ReportCounts() {
  const { rows, status, error, retry } = useRoom('my-reports')
  return (
    <Panel title={t`Your Reports`}>
      {status === 'error' ? (
        <ErrorState message={error ?? t`Failed to fetch reports`} retry={retry} />
      ) : (
        <dl className={classes.counts}>
          {getReportFilters().map(({ key, label, includes }) => (
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

/** Returns the text that is shown while a resident's earlier report waits for the network. */
export const getEarlierReportWaitingText = () =>
  t`Your report is waiting for the network. You can report again once this bin has been collected.`

/** Returns the resident's current report: stored on this device, just sent, or open on the server. */
export function useCurrentReport() {
  const { rows } = useRoom('my-reports')
  const { waiting, sent, refused } = useStoredReports()
  // A report just sent, without a row from the feed yet.
  const onTheWay: StoredReport | undefined = sent.find(({ sentAs }) => !rows.some(({ id }) => id === sentAs))
  return { waiting: waiting[0], onTheWay, open: findOpenReport(rows), sent, refused }
}

/**
 * Note about the crew's work.
 * Loads on demand, because most reports have none.
 */
const StopOutcomeNote = lazyWithRetry(async () => (await import('./served-note.tsx')).StopOutcomeNote)

interface ReportItemProps {
  report: Report
  arrivedAt: number | undefined
  /** Button shown beside the report in the list. */
  action?: ReactNode
}

/** A resident's report in a list: zone, time, note and state. */
export function ReportItem({ report, arrivedAt, action }: ReportItemProps) {
  const marked = useRowHighlight(arrivedAt)
  return (
    <li className={classes.item} data-marked={marked || undefined}>
      <div className={classes.head}>
        <span>{report.zone}</span>
        <StatusBadge status={report.status} />
      </div>
      {report.description && <p className={classes.description}>{report.description}</p>}
      <p className={classes.times}>
        <span>
          <Trans>
            Reported <RelativeTime iso={report.timestamp} />
          </Trans>
        </span>
        {report.collectedAt && (
          <>
            {' · '}
            <span>
              <Trans>
                Collected <RelativeTime iso={report.collectedAt} />
              </Trans>
            </span>
          </>
        )}
        {report.reopenedAt && (
          <>
            {' · '}
            <span>
              <Trans>
                Reopened <RelativeTime iso={report.reopenedAt} />
              </Trans>
            </span>
          </>
        )}
      </p>
      <p className={classes.times}>
        <ReferenceCode kind="report" id={report.id} />
      </p>
      {report.served && (
        <Suspense>
          <StopOutcomeNote {...report} served={report.served} />
        </Suspense>
      )}
      {action}
    </li>
  )
}

function WaitingReport({ report }: { report: StoredReport }) {
  return (
    <div className={classes.waiting} role="status">
      <p>
        <Trans>
          You reported your bin <RelativeTime iso={new Date(report.madeAt).toISOString()} />, by this device’s clock.
          The report is saved on this device and will be sent when you are online. You can report again once this bin
          has been collected.
        </Trans>
      </p>
      {report.description && <p>{`“${report.description}”`}</p>}
    </div>
  )
}

/** A report waiting for the network, as a list item. */
export function WaitingReportRow({ report, zone }: { report: StoredReport; zone: string | undefined }) {
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span>{zone}</span>
        <Badge tone="plain">
          <Trans>Not sent yet</Trans>
        </Badge>
      </div>
      {report.description && <p className={classes.description}>{report.description}</p>}
      <p className={classes.times}>
        <Trans>
          Reported <RelativeTime iso={new Date(report.madeAt).toISOString()} />, by this device’s clock. Saved on this
          device.
        </Trans>
      </p>
    </li>
  )
}

function RefusedReport({ report }: { report: StoredReport }) {
  const dismiss = () =>
    removeStoredReport(report.key).catch(() => showToast('error', t`The report could not be removed from this browser`))
  return (
    <div className={classes.refused} role="alert">
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes.title}>
          <Trans>Your report was not accepted</Trans>
        </p>
        <p className={classes.reason}>{report.refusal}</p>
        <Button variant="default" onClick={dismiss}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </div>
  )
}

const loadReopenDialog = async () => (await import('./report-dialogs.tsx')).ReopenDialog
const MINUTE_MS = 60_000

/**
 * Returns the report that was collected last, which the resident can reopen.
 * Returns undefined while the resident has an open report.
 */
export function findReopenableReport(reports: readonly Report[]): Report | undefined {
  const [last] = [...reports].sort((a, b) => ((a.collectedAt ?? '~') < (b.collectedAt ?? '~') ? 1 : -1))
  return last?.collectedAt ? last : undefined
}

export function ReopenButton({ report }: { report: Report }) {
  const [opened, setOpened] = useState(false)
  const now = useNow(MINUTE_MS)
  if (!report.collectedAt || !canReopen(report.collectedAt, new Date(now))) return null
  const close = () => setOpened(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        px="xs"
        ml={-8}
        onClick={() => setOpened(true)}
        {...createPreloadHandlers(loadReopenDialog)}
      >
        <Trans>My bin was not collected</Trans>
      </Button>
      <LazyDialog load={loadReopenDialog} props={{ report, opened, close }} />
    </>
  )
}
