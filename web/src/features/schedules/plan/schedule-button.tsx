/** Schedules recommended plans; busy until the feed delivers the schedules. */
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import { useScheduleCollectionMutation } from '#web/features/schedules/calls.ts'
import { commandFailureReason, type Failure } from '#web/lib/api/api.ts'
import { RowButton } from '#web/ui/rows.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand, useUndo } from '#web/ui/use-command.tsx'
import { commandOf, type ZonePlan } from './plan.ts'

export interface ScheduleButtonProps {
  plans: readonly ZonePlan[]
  /** Accessible name with the zone. */
  label?: string
  /** True for the main action of its panel. */
  isNext?: boolean
  /** True if the plans are no longer recommended. */
  gone?: boolean
  children: ReactNode
}

export function ScheduleButton({ plans, label, isNext = false, gone = false, children }: ScheduleButtonProps) {
  const { pending, send } = useCommand('schedules')
  const offerUndo = useUndo()
  const [schedule] = useScheduleCollectionMutation()

  /** Schedules zone after zone; those before a failure stay scheduled. */
  async function scheduleAll(key: string) {
    const made: AnswerOf<'scheduleCollection'>['schedules'] = []
    let position = '0'
    for (const plan of plans) {
      const answer = await schedule({ body: commandOf(plan), key: `${key}-${plan.zone.replace(/\W/g, '')}` }).unwrap()
      made.push(...answer.schedules)
      position = answer.position
    }
    return { made, position }
  }

  async function click() {
    try {
      const done = await send(plans.map(commandOf), scheduleAll)
      if (!done) return
      const trucks = done.made.map(({ vehicle }) => vehicle.id).join(', ')
      const detail = `${trucks}: ${plans.map(({ zone }) => zone).join(', ')}`
      const id = done.made.map((schedule) => schedule.id)
      void offerUndo({ by: 'cancelSchedule', id, title: 'Collection scheduled', detail })
    } catch (error) {
      const takenMeanwhile = (error as Failure).status === 409
      toast(takenMeanwhile ? 'warning' : 'error', 'Failed to schedule the collection', commandFailureReason(error))
    }
  }

  return (
    <RowButton
      isNext={isNext}
      label={label}
      actsOn={JSON.stringify(plans.map(commandOf))}
      busy={pending}
      gone={gone}
      act={() => void click()}
    >
      {pending ? 'Scheduling…' : children}
    </RowButton>
  )
}
