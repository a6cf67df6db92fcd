/** Panels about reports on a resident’s dashboard. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconClipboardList, IconCloudOff, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useDisabledInReplay } from '#web/lib/hooks/replay-context.ts'
import { removeStoredReport } from '#web/lib/outbox/remove-stored-report.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import {
  findReopenableReport,
  RefusedReport,
  ReopenButton,
  ReportItem,
  useCurrentReport,
  WaitingReport,
  WaitingReportRow,
} from './report-item.tsx'
import { reportFilters } from './report-state.ts'
import classes from './resident-reports.module.css'

/** The dialog loads on first use, so that phones start faster. */
const ReportDialog = lazyWithRetry(async () => (await import('./report-dialogs.tsx')).ReportDialog)

/**
 * The resident's main button: reports a full bin, or shows the state of the current report.
 * It is the first panel, so that nothing above can move it.
 */
export function ReportBinPanel() {
  const { rows, status } = useRoom('my-reports')
  const { waiting, onTheWay, open: active, sent, refused } = useCurrentReport()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const reported = Boolean(onTheWay ?? active)
  // Offline, no rows will come, but a resident can report. The button is then shown at once.
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

const states = () => ({
  none: { icon: IconTrash, label: t`Report Now` },
  waiting: { icon: IconCloudOff, label: t`Waiting for network` },
  reported: { icon: IconCheck, label: t`Report Submitted` },
})

function ReportButton({ state, open }: { state: keyof ReturnType<typeof states>; open(): void }) {
  const { icon: Icon, label } = states()[state]
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
const SHOWN = 3

/** The resident's latest three reports. */
export function RecentReports() {
  const room = useRoom('my-reports')
  return (
    <Panel title={t`Recent Reports`}>
      <Latest {...room} />
    </Panel>
  )
}

function Latest({ rows, status, error, arrivals, retry }: ReturnType<typeof useRoom<'my-reports'>>) {
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

/** Numbers of the resident's reports, by state. */
export function ReportCounts() {
  const { rows, status, error, retry } = useRoom('my-reports')
  return (
    <Panel title={t`Your Reports`}>
      {status === 'error' ? (
        <ErrorState message={error ?? t`Failed to fetch reports`} retry={retry} />
      ) : (
        <dl className={classes.counts}>
          {reportFilters().map(({ key, label, includes }) => (
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
