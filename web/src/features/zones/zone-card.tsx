/** One zone: its reports against its customers, with a tick where a collection is recommended, and the trucks that could go. */
import { type ReactNode, Suspense } from 'react'
import type { Schedule, ZoneStatus } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { Panel } from '#web/components/panel.tsx'
import { part } from '#web/components/part.ts'
import classes from './zone-cards.module.css'
import { standing } from './zone-words.ts'

const Expected = part(async () => (await import('./reaching.tsx')).Reaching)

/** It is no part of what the board needs at first; its line is kept free. */
function Reaches({ status }: { status: ZoneStatus }) {
  if (!status.reaches) return null
  return (
    <Suspense fallback={<p className={classes.of}>&nbsp;</p>}>
      <Expected status={status} />
    </Suspense>
  )
}

export interface ZoneCardProps {
  status: ZoneStatus
  trucks: number | null
  /** The one that is scheduled or under way. */
  collection: Schedule | undefined
  /** What can be done about the zone. */
  action: ReactNode
  /** What stands in the way of its automatic dispatch, if anything does. */
  warning?: ReactNode
}

export function ZoneCard({ status, trucks, collection, action, warning }: ZoneCardProps) {
  const { zone, currentReports, totalCustomers, recommendAt, thresholdReached, notCounted } = status
  const words = standing(status, collection)
  return (
    <Panel
      title={zone}
      aside={
        <div className={classes.aside}>
          {thresholdReached && <Badge tone="done">READY</Badge>}
          {action}
        </div>
      }
    >
      <Meter
        label={`Reports in ${zone}`}
        value={currentReports}
        max={totalCustomers}
        tick={recommendAt}
        tone={thresholdReached ? 'done' : 'new'}
      />
      <p className={classes.figures}>
        <span>
          <b className={classes.count}>{currentReports.toLocaleString('en')}</b>
          <span className={classes.of}>/{totalCustomers.toLocaleString('en')} customers reported</span>
        </span>
        <span className={classes.of}>
          {trucks ?? '–'} {trucks === 1 ? 'truck' : 'trucks'} available
        </span>
      </p>
      <p className={classes.of}>
        {words ?? (trucks === 0 ? 'Ready for dispatch as soon as a truck is free' : 'Ready for dispatch')}
      </p>
      {!collection && <Reaches status={status} />}
      {notCounted !== undefined && (
        <p className={classes.of}>
          {notCounted.toLocaleString('en')} more from accounts that are not confirmed; they don’t count yet
        </p>
      )}
      {warning}
    </Panel>
  )
}
