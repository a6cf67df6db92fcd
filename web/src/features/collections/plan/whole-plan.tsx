/** The recommended plan truck by truck, why it is this one and what it saves, folded away; and all of it with one click. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Button, Popover } from '@mantine/core'
import type { Recommendation } from '#contract/views.ts'
import { siteName } from '#web/features/collections/site-name.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { timeRange } from '#web/format/days.ts'
import { counted } from '#web/format/numbers.ts'
import { effort, type ZonePlan } from './plan.ts'
import { ScheduleButton } from './schedule-button.tsx'
import classes from './whole-plan.module.css'

export interface WholePlanProps {
  recommendation: Pick<Recommendation, 'reason' | 'explanation'>
  /** The zones whose trucks are recommended and still free. */
  plans: readonly ZonePlan[]
}

export function WholePlan({ recommendation: { reason, explanation }, plans }: WholePlanProps) {
  return (
    <>
      <Popover position="bottom-end" width={360} trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button variant="default" size="sm" h="var(--row-control, 44px)" px="sm">
            Why this plan
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.whole}>
          <p>{explanation}</p>
          <p className={classes.small}>{reason}</p>
          {plans.map((plan) => (
            <PlannedZone key={plan.zone} plan={plan} />
          ))}
        </Popover.Dropdown>
      </Popover>
      {plans.length > 1 && (
        <ScheduleButton plans={plans} minor>
          Schedule all
        </ScheduleButton>
      )}
    </>
  )
}

function PlannedZone({ plan: { zone, trucks } }: { plan: ZonePlan }) {
  const { rows: sites } = useRoom('sites')
  const reports = trucks.reduce((sum, { reportsCount }) => sum + reportsCount, 0)
  return (
    <section>
      <h3 className={classes.zone}>
        {zone} <span className={classes.small}>{counted(reports, 'report')}</span>
      </h3>
      <ul className={classes.trucks}>
        {trucks.map((truck) => (
          <li key={truck.vehicleId}>
            <b>{truck.vehicleId}</b> {timeRange(truck.scheduledStart, truck.estimatedCompletion)}
            <p className={classes.small}>
              {truck.vehicleInfo} · {Math.round(truck.fuelLevel)} % fuel
              {truck.driverName && ` · ${truck.driverName}`}
            </p>
            <p className={classes.small}>
              {siteName(sites, truck.siteId)} · {effort(truck)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
