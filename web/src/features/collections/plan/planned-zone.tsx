/** A zone's part of the recommended plan: its trucks, where they unload, how far and when; one click schedules it. */

import { siteName } from '#web/features/collections/site-name.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { timeRange } from '#web/format/days.ts'
import { effort, type ZonePlan } from './plan.ts'
import { ScheduleButton } from './schedule-button.tsx'
import classes from './scheduler-panel.module.css'

export interface PlannedZoneProps {
  plan: ZonePlan
  /** Not recommended any more, and only still here because a hand is at it. */
  gone: boolean
  /** No other zone has a plan. */
  alone: boolean
}

export function PlannedZone({ plan, gone, alone }: PlannedZoneProps) {
  const { rows: sites } = useRoom('sites')
  const reports = plan.trucks.reduce((sum, { reportsCount }) => sum + reportsCount, 0)
  return (
    <li className={classes.plan} data-gone={gone || undefined} data-zone={plan.zone}>
      <div className={classes.planHead}>
        <h3 className={classes.zone}>
          {plan.zone}
          <span className={classes.reports}>
            {reports} {reports === 1 ? 'report' : 'reports'}
          </span>
        </h3>
        <ScheduleButton plans={[plan]} label={`Schedule ${plan.zone}`} minor={!alone} gone={gone}>
          Schedule
        </ScheduleButton>
      </div>
      <ul className={classes.trucks}>
        {plan.trucks.map((truck) => (
          <li key={truck.vehicleId} className={classes.truck}>
            <span className={classes.line}>
              <b>{truck.vehicleId}</b>
              <span>{timeRange(truck.scheduledStart, truck.estimatedCompletion)}</span>
            </span>
            <span className={classes.small}>
              {truck.vehicleInfo} · {Math.round(truck.fuelLevel)}% fuel
              {truck.driverName && ` · ${truck.driverName}`}
            </span>
            <span className={classes.small}>
              {siteName(sites, truck.siteId)} · {effort(truck)}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
