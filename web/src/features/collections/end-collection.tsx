/** Question before a collection is completed: were all bins collected, all but some, or none? */
import '#web/components/inputs.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { workOf } from '#rules/planning.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { counted, figure } from '#web/format/numbers.ts'
import { useChangeScheduleMutation } from './calls.ts'
import { Choice } from './choice/choice.tsx'
import { loadAgainst } from './dispatch/zone-loads.ts'
import classes from './end-collection.module.css'
import { LeftBins } from './left-bins.tsx'

export interface EndCollectionProps extends DialogState {
  id: string
  of: 'Route' | 'Collection'
  /** Name of the collection. */
  name: string
  /** Open reports that its truck serves. */
  waiting: readonly Report[]
}

export function EndCollection({ id, of, name, waiting, opened, close }: EndCollectionProps) {
  const [outcome, setOutcome] = useState('all')
  const [left, setLeft] = useState<readonly string[]>([])
  const [changeSchedule] = useChangeScheduleMutation()
  const { pending, failure, send } = useCommand('schedules')
  const schedule = useRoom('schedules').rows.find((row) => row.id === id)
  const some = waiting.map((report) => report.id).filter((report) => !left.includes(report))
  const isAll = outcome === 'all' || (outcome === 'all-but' && some.length === waiting.length)
  const collected = isAll ? ('all' as const) : outcome === 'none' ? [] : some
  const count = collected === 'all' ? waiting.length : collected.length

  async function end() {
    const body = { status: 'completed' as const, collected }
    try {
      if (!(await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap()))) return
      toast('success', `${of} completed`, `${name}: collected ${count} of ${waiting.length}`)
      close()
    } catch {
      // `failure` shows the reason.
    }
  }

  const outcomes = [
    { id: 'all', name: 'All', about: counted(waiting.length, 'bin') },
    { id: 'all-but', name: 'All but …', about: 'Choose the bins that were left.' },
    { id: 'none', name: 'None', about: 'All bins were left.' },
  ]
  return (
    <Dialog title={`Complete: ${name}`} opened={opened} close={close} busy={pending}>
      <Stack gap="md">
        <Choice
          legend="Which bins were collected?"
          entries={outcomes}
          chosen={[outcome]}
          choose={([chosen = 'all']) => setOutcome(chosen)}
        />
        {outcome === 'all-but' && <LeftBins reports={waiting} left={left} choose={setLeft} />}
        <ChangeFailure failure={failure} text={`The ${of.toLowerCase()} could not be completed`} />
        <DialogFoot act="Complete" onAct={end} close={close} out="Go on" pending={pending}>
          <p className={classes.sum} role="status">
            <b>
              {figure(count)} of {counted(waiting.length, 'bin')} collected
              {schedule && ` · ${loadAgainst(count, schedule.vehicle, workOf(schedule).trips)}`}
            </b>
            <span>{consequence(count, waiting.length)}</span>
          </p>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** Formats as '2 are new again, and their residents are told.' */
export function consequence(collected: number, all: number): string {
  const left = all - collected
  if (left === 0) return 'Their residents are told.'
  return left === 1
    ? '1 is new again, and its resident is told.'
    : `${figure(left)} are new again, and their residents are told.`
}
