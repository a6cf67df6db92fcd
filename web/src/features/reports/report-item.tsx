/** A resident’s reports as list items: sent, stored on the device, refused, or open again. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { canReopen } from '#domain/report-rules.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { removeStoredReport } from '#web/lib/outbox/remove-stored-report.ts'
import { type StoredReport, useStoredReports } from '#web/lib/outbox/stored-report.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Badge, ReferenceCode, RelativeTime, StatusBadge } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { findOpenReport } from './report-state.ts'
import classes from './resident-reports.module.css'

/** Returns the text for a resident whose earlier report still waits for the network. */
export const earlierReportWaitingText = () =>
  t`Your report is waiting for the network. You can report again once this bin has been collected.`

/** Returns the user's current report: open on the server, just sent, or stored on this device. */
export function useCurrentReport() {
  const { rows } = useRoom('my-reports')
  const { waiting, sent, refused } = useStoredReports()
  // A report that was just sent and whose row the feed has not delivered yet.
  const onTheWay: StoredReport | undefined = sent.find(({ sentAs }) => !rows.some(({ id }) => id === sentAs))
  return { waiting: waiting[0], onTheWay, open: findOpenReport(rows), sent, refused }
}

/** Note about what the crew did. It loads with the first report that has one, because most reports have none. */
const StopOutcomeNote = lazyWithRetry(async () => (await import('./served-note.tsx')).StopOutcomeNote)

interface ReportItemProps {
  report: Report
  arrivedAt: number | undefined
  /** Button beside the report. */
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

/** A report that waits for the network, shown below the main button. */
export function WaitingReport({ report }: { report: StoredReport }) {
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

/** A report that waits for the network, as an item of the list. */
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

export function RefusedReport({ report }: { report: StoredReport }) {
  const dismiss = () =>
    removeStoredReport(report.key).catch(() => toast('error', t`The report could not be removed from this browser`))
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

const loadDialog = async () => (await import('./report-dialogs.tsx')).ReopenDialog
const MINUTE_MS = 60_000

/** Returns the report that can be reopened: the last collected report. Returns undefined while a report is open. */
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
        {...createPreloadHandlers(loadDialog)}
      >
        <Trans>My bin was not collected</Trans>
      </Button>
      <LazyDialog load={loadDialog} props={{ report, opened, close }} />
    </>
  )
}
