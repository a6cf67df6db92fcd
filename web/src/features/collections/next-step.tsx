/** The button of a schedule's next step: its truck sets out, or its collection is done. */
import { useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { LazyDialog } from '#web/components/lazy-dialog.tsx'
import { RowButton } from '#web/components/row-button.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { useMoveSchedule } from './use-move-schedule.ts'

const loadDialog = async () => (await import('./end-collection.tsx')).EndCollection

const steps = {
  scheduled: { to: 'in-progress', label: 'Start' },
  'in-progress': { to: 'completed', label: 'Complete' },
} as const

export interface NextStepProps {
  schedule: Pick<Schedule, 'id'> & { status: keyof typeof steps }
  /** What the screen calls a schedule: 'Route'. */
  of: 'Route' | 'Collection'
  /** Which one it is, in words. */
  name: string
  /** Named on the button, where several trucks have one. */
  truck?: string | undefined
  /** Not in the list any more, and only still here because a hand is at it. */
  gone: boolean
  /** It is the next best action of its panel. */
  isNext?: boolean
}

export function NextStep({ schedule: { id, status }, of, name, truck, gone, isNext = false }: NextStepProps) {
  const { pending, move } = useMoveSchedule()
  const { to, label } = steps[status]
  const { rows: reports } = useRoom('active-reports')
  const [opened, setOpened] = useState(false)
  const waiting = reports.filter(({ scheduleIds }) => scheduleIds?.includes(id))

  // Nobody has to be asked where nothing is left that it set out for.
  const press = () => (to === 'completed' && waiting.length > 0 ? setOpened(true) : void move({ id, of, name }, to))
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
