/** One zone's line: its name, its reports against its customers, one sentence, and the one thing to do about it. */
import { type ReactNode, Suspense, useId } from 'react'
import type { ZoneStatus } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { part } from '#web/components/part.ts'
import { RegionContext, useRegion } from '#web/hooks/region.ts'
import type { ZoneLine } from './zone-line.ts'
import classes from './zone-lines.module.css'

const Expected = part(async () => (await import('./reaching.tsx')).Reaching)

/** It is no part of what the board needs at first; its line is kept free. */
function Reaches({ status }: { status: ZoneStatus }) {
  return (
    <Suspense fallback={<p className={classes.of}>&nbsp;</p>}>
      <Expected status={status} />
    </Suspense>
  )
}

export interface ZoneRowProps {
  status: ZoneStatus
  line: ZoneLine
  /** Closed by now, and only still here because a hand is at the list. */
  gone: boolean
  /** What can be done about the zone; as long as a hand is there, nothing else comes in its place. */
  action: ReactNode
  /** What stands in the way of its automatic dispatch, if anything does. */
  warning?: ReactNode
}

export function ZoneRow({ status, line, gone, action, warning }: ZoneRowProps) {
  const id = useId()
  const { value, region } = useRegion()
  const { zone, currentReports, totalCustomers, recommendAt, notCounted } = status
  const isWaiting = line.state === 'waiting' || line.state === 'finished'
  return (
    <section
      aria-labelledby={id}
      className={classes.line}
      data-zone={zone}
      data-state={line.state}
      data-gone={gone || undefined}
    >
      <h3 id={id} className={classes.zone}>
        {zone}
      </h3>
      <p className={classes.figures}>
        <b>{currentReports.toLocaleString('en')}</b> of {totalCustomers.toLocaleString('en')} reported
      </p>
      <Meter
        label={`Reports in ${zone}`}
        value={currentReports}
        max={totalCustomers}
        tick={recommendAt}
        tone={line.ready ? 'done' : 'new'}
      />
      <div className={classes.says}>
        <p className={classes.sentence}>
          {line.ready && <Badge tone="done">READY</Badge>} {line.text}
        </p>
        {isWaiting && status.reaches && <Reaches status={status} />}
        {notCounted !== undefined && (
          <p className={classes.of}>
            {notCounted.toLocaleString('en')} more from accounts that are not confirmed; they don’t count yet
          </p>
        )}
        {warning}
      </div>
      <div className={classes.action} ref={region}>
        <RegionContext value={value}>{action}</RegionContext>
      </div>
    </section>
  )
}
