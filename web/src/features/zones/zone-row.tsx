/** A zone's row: name, reports and customers, a sentence, and the main action. */

import { type ReactNode, useId } from 'react'
import type { ZoneStatus } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { figure } from '#web/format/numbers.ts'
import { RegionContext, useRegion } from '#web/hooks/region.ts'
import type { ZoneLine } from './zone-line.ts'
import classes from './zone-lines.module.css'

export interface ZoneRowProps {
  status: ZoneStatus
  line: ZoneLine
  /** True for a closed zone that stays frozen during interaction. */
  gone: boolean
  /** Action of the zone; it does not change during interaction. */
  action: ReactNode
  /** Additional notes. */
  notes: ReactNode
}

export function ZoneRow({ status, line, gone, action, notes }: ZoneRowProps) {
  const id = useId()
  const { value, region } = useRegion()
  const { zone, currentReports, totalCustomers, recommendAt } = status
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
        <b>{figure(currentReports)}</b> of {figure(totalCustomers)} reported
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
        {notes}
      </div>
      <div className={classes.action} ref={region}>
        <RegionContext value={value}>{action}</RegionContext>
      </div>
    </section>
  )
}
