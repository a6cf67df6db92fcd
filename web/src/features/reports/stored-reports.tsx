/** Unsent reports of this device, and the reason of a refusal. */
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { removeStoredReport } from '#web/lib/outbox/remove-stored-report.ts'
import type { StoredReport } from '#web/lib/outbox/stored-report.ts'
import { Badge, RelativeTime } from '#web/ui/marks.tsx'
import { toast } from '#web/ui/toasts.tsx'
import lists from './recent-reports.module.css'
import classes from './stored-reports.module.css'

/** Shown below the button, which states the wait. */
export function WaitingReport({ report }: { report: StoredReport }) {
  return (
    <div className={classes.waiting} role="status">
      <p>
        You reported your bin <RelativeTime iso={new Date(report.madeAt).toISOString()} /> by this device’s clock. The
        report is kept on this device and sent once, as soon as there is a network. Another can be made once that bin
        has been collected.
      </p>
      {report.description && <p>“{report.description}”</p>}
    </div>
  )
}

/** The same as a row among the reports. */
export function WaitingRow({ report, zone }: { report: StoredReport; zone: string | undefined }) {
  return (
    <li className={lists.item}>
      <div className={lists.head}>
        <span>{zone}</span>
        <Badge tone="plain">Not sent yet</Badge>
      </div>
      {report.description && <p className={lists.description}>{report.description}</p>}
      <p className={lists.times}>
        Reported <RelativeTime iso={new Date(report.madeAt).toISOString()} /> by this device’s clock · kept on this
        device
      </p>
    </li>
  )
}

export function RefusedReport({ report }: { report: StoredReport }) {
  const dismiss = () =>
    removeStoredReport(report.key).catch(() => toast('error', 'This browser could not remove the report'))
  return (
    <div className={classes.refused} role="alert">
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes.title}>Your report was not accepted</p>
        <p className={classes.reason}>{report.refusal}</p>
        <Button variant="default" mih={44} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
