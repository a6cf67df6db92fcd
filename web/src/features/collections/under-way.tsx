/** The collections that are scheduled or under way, each with what can be done next. */
import type { Schedule } from '#contract/views.ts'
import { reasonOf } from '#web/app/api.ts'
import { Badge } from '#web/components/badge.tsx'
import { useHeldRows } from '#web/components/held-rows.ts'
import { useMarked } from '#web/components/marked.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useMoveScheduleMutation } from './dispatch-calls.ts'
import { timeRange } from './schedule-times.ts'
import classes from './scheduler-panel.module.css'

const steps = {
  'in-progress': {
    to: 'in-progress',
    label: 'Start',
    done: 'Collection started',
    failed: 'Failed to start the collection',
  },
  completed: {
    to: 'completed',
    label: 'Complete',
    done: 'Collection completed',
    failed: 'Failed to complete the collection',
  },
} as const

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
  const { pending, send } = useCommand('schedules')
  const [moveSchedule] = useMoveScheduleMutation()
  const started = status === 'in-progress'

  const step = started ? steps.completed : steps['in-progress']

  async function move() {
    const body = { status: step.to }
    try {
      const done = await send({ id, ...body }, (key) => moveSchedule({ id, body, key }).unwrap())
      if (done) toast('success', step.done, `${vehicle.id}, ${zone}`)
    } catch (error) {
      toast('error', step.failed, reasonOf(error))
    }
  }

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
        <RowButton
          label={`${step.label}: ${vehicle.id}, ${zone}`}
          actsOn={step.to}
          busy={pending}
          gone={gone}
          act={() => void move()}
        >
          {pending ? 'Saving…' : step.label}
        </RowButton>
      )}
    </li>
  )
}

function StatusBadge({ started, overdue }: { started: boolean; overdue: boolean }) {
  if (!started) return <Badge tone="new">Scheduled</Badge>
  return overdue ? <Badge tone="critical">Overdue</Badge> : <Badge tone="progress">In Progress</Badge>
}
