/** Button of a schedule's next step: start or complete. */
import { useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { reasonOf } from '#web/calls/api.ts'
import { LazyDialog } from '#web/components/lazy-dialog.tsx'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useChangeScheduleMutation } from './calls.ts'

const loadDialog = async () => (await import('./end-collection.tsx')).EndCollection

const steps = {
  scheduled: { to: 'in-progress', label: 'Start', done: 'started', failed: 'start' },
  'in-progress': { to: 'completed', label: 'Complete', done: 'completed', failed: 'complete' },
} as const

export interface NextStepProps {
  schedule: Pick<Schedule, 'id'> & { status: keyof typeof steps }
  /** The screen's word for a schedule. */
  of: 'Route' | 'Collection'
  /** Name of the schedule. */
  name: string
  /** Truck on the button's label, if several trucks have one. */
  truck?: string | undefined
  /** True for a removed schedule that stays frozen during interaction. */
  gone: boolean
  /** True for the main action of its panel. */
  isNext?: boolean
}

export function NextStep({ schedule: { id, status }, of, name, truck, gone, isNext = false }: NextStepProps) {
  const { pending, send } = useCommand('schedules')
  const [changeSchedule] = useChangeScheduleMutation()
  const { to, label, done, failed } = steps[status]
  const { rows: reports } = useRoom('active-reports')
  const [opened, setOpened] = useState(false)
  const waiting = reports.filter(({ scheduleIds }) => scheduleIds?.includes(id))

  async function move() {
    const body = { status: to }
    try {
      const answer = await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap())
      if (answer) toast('success', `${of} ${done}`, name)
    } catch (error) {
      toast('error', `Failed to ${failed} the ${of.toLowerCase()}`, reasonOf(error))
    }
  }

  // Without open reports there is no question to ask.
  const press = () => (to === 'completed' && waiting.length > 0 ? setOpened(true) : void move())
  const close = () => setOpened(false)

  return (
    <>
      <RowButton
        label={`${label}: ${name}`}
        actsOn={`${to} ${id}`}
        isNext={isNext}
        busy={pending}
        gone={gone}
        act={press}
      >
        {pending ? 'Saving…' : truck ? `${label} ${truck}` : label}
      </RowButton>
      {to === 'completed' && <LazyDialog load={loadDialog} props={{ id, of, name, waiting, opened, close }} />}
    </>
  )
}
