/** Card of an upcoming or current collection for residents, without the truck's distance. */
import { IconBulb, IconClipboardList, IconClockCheck } from '@tabler/icons-react'
import type { Schedule } from '#contract/views.ts'
import { workOf } from '#rules/planning.ts'
import { Badge, SimulatedBadge } from '#web/components/badge.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { dayOf } from '#web/format/days.ts'
import { clock } from '#web/format/times.ts'
import { binsOut } from './bins-out.ts'
import { Fact, ScheduleFacts } from './schedule-facts.tsx'
import { isOverdue, OVERDUE, scheduleStatuses } from './schedule-filters.ts'
import classes from './schedules.module.css'

export interface ScheduleCardProps {
  schedule: Schedule
  arrivedAt: number | undefined
  /** Epoch ms. */
  now: number
}

export function ScheduleCard({ schedule, arrivedAt, now }: ScheduleCardProps) {
  const marked = useMarked(arrivedAt)
  const { status, zone, scheduledStart, estimatedCompletion } = schedule
  const { reports } = workOf(schedule)
  const { tone, label } = isOverdue(schedule, now) ? OVERDUE : scheduleStatuses[status]
  return (
    <li className={classes.card} data-marked={marked || undefined} data-status={status}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.day}>{dayOf(scheduledStart, now)}</h3>
          <p className={classes.zone}>
            {zone} <SimulatedBadge of={schedule} />
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className={classes.facts}>
        <ScheduleFacts schedule={schedule} now={now} />
        <Fact icon={IconClipboardList} name="Reports">
          {reports}
        </Fact>
        <Fact icon={IconClockCheck} name="Expected completion">
          {clock(estimatedCompletion)}
        </Fact>
      </dl>
      {status === 'scheduled' && (
        <p className={classes.tip}>
          <IconBulb size={18} stroke={1.6} aria-hidden="true" />
          <span>Have your bins out 30 minutes before the start: {binsOut(scheduledStart, now)}.</span>
        </p>
      )}
    </li>
  )
}
