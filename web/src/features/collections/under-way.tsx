/** The collections that are scheduled or under way, each with what can be done next. */
import { Button } from '@mantine/core'
import type { Schedule } from '#contract/views.ts'
import { failureText } from '#web/app/api.ts'
import { Badge } from '#web/components/badge.tsx'
import { useMarked } from '#web/components/marked.ts'
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
  if (open.length === 0) return null
  return (
    <section aria-labelledby="under-way" className={classes.underWay}>
      <h3 id="under-way" className={classes.zone}>
        Scheduled collections
      </h3>
      <ul className={classes.trucks}>
        {open.map((schedule) => (
          <OpenSchedule key={schedule.id} schedule={schedule} arrivedAt={arrivals[schedule.id]} />
        ))}
      </ul>
    </section>
  )
}

function OpenSchedule({ schedule, arrivedAt }: { schedule: Schedule; arrivedAt: number | undefined }) {
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
      toast('error', step.failed, failureText(error, ''))
    }
  }

  return (
    <li className={classes.open} data-marked={marked || undefined} data-schedule={id}>
      <div className={classes.truck}>
        <span className={classes.line}>
          <b>{vehicle.id}</b> <StatusBadge started={started} overdue={Boolean(overdueAt)} />
        </span>
        <span className={classes.small}>
          {zone} · {timeRange(scheduledStart, estimatedCompletion)}
        </span>
      </div>
      {(!started || overdueAt) && (
        <Button
          variant="default"
          size="sm"
          h={44}
          px="sm"
          flex="none"
          aria-busy={pending}
          aria-label={`${step.label}: ${vehicle.id}, ${zone}`}
          onClick={() => void move()}
        >
          {pending ? 'Saving…' : step.label}
        </Button>
      )}
    </li>
  )
}

function StatusBadge({ started, overdue }: { started: boolean; overdue: boolean }) {
  if (!started) return <Badge tone="new">Scheduled</Badge>
  return overdue ? <Badge tone="critical">Overdue</Badge> : <Badge tone="progress">In Progress</Badge>
}
