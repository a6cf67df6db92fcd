/** The collections that are scheduled or under way, each with what can be done next. */
import type { Schedule } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { NewRows } from '#web/components/new-rows.tsx'
import { NextStep } from '#web/features/collections/next-step.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { timeRange } from '#web/format/days.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import classes from './scheduler-panel.module.css'

export function UnderWay() {
  const { rows, arrivals } = useRoom('schedules')
  const open = rows.filter(({ status }) => status === 'scheduled' || status === 'in-progress')
  const { shown, gone, ...news } = useHeldRows(open)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="under-way" className={classes.underWay}>
      <h3 id="under-way" className={classes.zone}>
        Scheduled collections
      </h3>
      <NewRows {...news} of="collections" />
      <ul className={classes.trucks}>
        {shown.map((schedule) => (
          <OpenSchedule
            key={schedule.id}
            schedule={schedule}
            gone={gone(schedule.id)}
            arrivedAt={arrivals[schedule.id]}
          />
        ))}
      </ul>
    </section>
  )
}

interface OpenScheduleProps {
  schedule: Schedule
  /** Over by now, and only still here because a hand is at the list. */
  gone: boolean
  arrivedAt: number | undefined
}

function OpenSchedule({ schedule, gone, arrivedAt }: OpenScheduleProps) {
  const { id, zone, vehicle, status, overdueAt, scheduledStart, estimatedCompletion } = schedule
  const marked = useMarked(arrivedAt)
  const started = status === 'in-progress'
  const name = `${vehicle.id}, ${zone}`
  return (
    <li className={classes.open} data-marked={marked || undefined} data-gone={gone || undefined} data-schedule={id}>
      <div className={classes.truck}>
        <span className={classes.line}>
          <b>{vehicle.id}</b> <StatusBadge started={started} overdue={Boolean(overdueAt)} />
        </span>
        <span className={classes.small}>
          {zone} · {timeRange(scheduledStart, estimatedCompletion)}
        </span>
      </div>
      {(!started || overdueAt) && (
        <NextStep
          schedule={{ id, zone, status: started ? 'in-progress' : 'scheduled' }}
          of="Collection"
          name={name}
          gone={gone}
        />
      )}
    </li>
  )
}

function StatusBadge({ started, overdue }: { started: boolean; overdue: boolean }) {
  if (!started) return <Badge tone="new">Scheduled</Badge>
  return overdue ? <Badge tone="critical">Overdue</Badge> : <Badge tone="progress">In Progress</Badge>
}
