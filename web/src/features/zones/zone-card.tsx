/** One zone: its reports against its customers, what is still missing, and the trucks that could go. */
import type { ReactNode } from 'react'
import type { ZoneStatus } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { Panel } from '#web/components/panel.tsx'
import classes from './zone-cards.module.css'

export interface ZoneCardProps {
  status: ZoneStatus
  trucks: number | null
  /** What can be done about the zone. */
  action: ReactNode
}

export function ZoneCard({ status, trucks, action }: ZoneCardProps) {
  const { zone, currentReports, totalCustomers, reportsNeeded, thresholdReached } = status
  return (
    <Panel
      title={zone}
      aside={
        <div className={classes.aside}>
          {thresholdReached ? <Badge tone="done">READY</Badge> : <ToGo count={reportsNeeded} />}
          {action}
        </div>
      }
    >
      <Meter
        label={`Reports in ${zone}`}
        value={currentReports}
        max={totalCustomers}
        tone={thresholdReached ? 'done' : 'new'}
      />
      <p className={classes.figures}>
        <span>
          <b className={classes.count}>{currentReports.toLocaleString('en')}</b>
          <span className={classes.of}>/{totalCustomers.toLocaleString('en')} customers reported</span>
          {thresholdReached && <span className={classes.of}> · Ready for dispatch</span>}
        </span>
        <span className={classes.of}>
          {trucks ?? '–'} {trucks === 1 ? 'truck' : 'trucks'} available
        </span>
      </p>
    </Panel>
  )
}

function ToGo({ count }: { count: number }) {
  return (
    <span className={classes.of}>
      {count.toLocaleString('en')} more {count === 1 ? 'report' : 'reports'} needed
    </span>
  )
}
