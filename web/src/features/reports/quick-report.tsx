/**
 * The resident's main button: report the bin as full, or see the state of the report.
 * It comes first, so that nothing above it can move it.
 */

import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconCloudOff, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useDisabledInReplay } from '#web/lib/hooks/replay-context.ts'
import { removeStoredReport } from '#web/lib/outbox/remove-stored-report.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Panel } from '#web/ui/page.tsx'
import { useOwnReport } from './own-report.ts'
import classes from './quick-report.module.css'
import { RefusedReport, WaitingReport } from './stored-reports.tsx'

/** Loads on first use, so that phones start faster. */
const ReportDialog = lazyWithRetry(async () => (await import('./report-dialog.tsx')).ReportDialog)

export function QuickReport() {
  const { rows, status } = useRoom('my-reports')
  const { waiting, onTheWay, open: active, sent, refused } = useOwnReport()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const reported = Boolean(onTheWay ?? active)
  // Offline there are no rows to wait for, and a report is possible.
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
    <Panel title="Report Bin Full">
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
            ? 'Your bin is reported as full. You can report again once it has been collected.'
            : 'Is your bin full? Tell the dispatchers, so that a truck is sent to your zone.'}
        </p>
      )}
      {refused.map((report) => (
        <RefusedReport key={report.key} report={report} />
      ))}
      <Suspense fallback={null}>{wanted && <ReportDialog opened={opened} close={() => setOpened(false)} />}</Suspense>
    </Panel>
  )
}

const states = {
  none: { icon: IconTrash, label: 'Report Now' },
  waiting: { icon: IconCloudOff, label: 'Waiting for network' },
  reported: { icon: IconCheck, label: 'Report Submitted' },
}

function ReportButton({ state, open }: { state: keyof typeof states; open(): void }) {
  const { icon: Icon, label } = states[state]
  return (
    <Button
      fullWidth
      size="lg"
      h={56}
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
