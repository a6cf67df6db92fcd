/** Dialog before a collection is completed. It asks whether all bins were collected, some, or none. */

import { plural, t } from '@lingui/core/macro'
import { withColon } from '#web/lib/format/labels.ts'
import '#web/ui/input-styles.ts'
import { Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { residentName } from '#web/lib/language/person-name.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useChangeScheduleMutation } from './calls.ts'
import { ChoiceField } from './choice.tsx'
import classes from './dispatch.module.css'
import type { ScheduleKind } from './dispatch.ts'
import { truckLoadText } from './dispatch.ts'

export interface EndCollectionProps extends DialogState {
  id: string
  of: ScheduleKind
  /** Name of the collection. */
  name: string
  /** Open reports that are assigned to the collection's truck. */
  waiting: readonly Report[]
}

export function EndCollectionDialog({ id, of, name, waiting, opened, close }: EndCollectionProps) {
  const [outcome, setOutcome] = useState('all')
  const [left, setLeft] = useState<readonly string[]>([])
  const [changeSchedule] = useChangeScheduleMutation()
  const { pending, failure, send } = useCommand('schedules')
  const schedule = useRoom('schedules').rows.find((row) => row.id === id)
  const some = waiting.map((report) => report.id).filter((report) => !left.includes(report))
  const isAll = outcome === 'all' || (outcome === 'all-but' && some.length === waiting.length)
  const collected = isAll ? ('all' as const) : outcome === 'none' ? [] : some
  const count = collected === 'all' ? waiting.length : collected.length

  const sum = t`${{ collected: figure(count) }} of ${plural({ reports: waiting.length }, { one: '# bin', other: '# bins' })} collected`
  const load = schedule && truckLoadText(count, schedule.vehicle, truckPlanOf(schedule).trips)

  async function end() {
    const body = { status: 'completed' as const, collected }
    try {
      if (!(await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap()))) return
      const done = of === 'route' ? t`Route completed` : t`Collection completed`
      toast('success', done, withColon(name, sum))
      close()
    } catch {
      // The error is dropped here, because `failure` shows it.
    }
  }

  const outcomes = [
    { id: 'all', name: t`All`, about: plural({ reports: waiting.length }, { one: '# bin', other: '# bins' }) },
    { id: 'all-but', name: t`Some were missed`, about: t`Select the bins that were missed.` },
    { id: 'none', name: t`None`, about: t`No bin was collected.` },
  ]
  return (
    <Dialog title={t`Complete: ${name}`} opened={opened} close={close} busy={pending}>
      <Stack gap="md">
        <ChoiceField
          legend={t`Which bins were collected?`}
          entries={outcomes}
          chosen={[outcome]}
          choose={([chosen = 'all']) => setOutcome(chosen)}
        />
        {outcome === 'all-but' && <MissedBins reports={waiting} left={left} choose={setLeft} />}
        <ChangeErrorAlert
          failure={failure}
          text={of === 'route' ? t`Failed to complete the route` : t`Failed to complete the collection`}
        />
        <DialogFooter act={t`Complete`} onAct={end} close={close} out={t`Not yet`} pending={pending}>
          <p className={classes.sum} role="status">
            <b>{load ? `${sum} · ${load}` : sum}</b>
            <span>{completionConsequence(count, waiting.length)}</span>
          </p>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

/** Returns the consequence as text, such as '2 reports are open again. Their residents are notified.' */
export function completionConsequence(collected: number, all: number): string {
  const left = all - collected
  if (left === 0) return t`The residents are notified.`
  return plural(left, {
    one: '# report is open again. Its resident is notified.',
    other: '# reports are open again. Their residents are notified.',
  })
}

interface MissedBinsProps {
  reports: readonly Report[]
  /** Ids of the reports whose bins were not collected. */
  left: readonly string[]
  choose(left: readonly string[]): void
}

function MissedBins({ reports, left, choose }: MissedBinsProps) {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = reports.filter((report) => {
    const said = `${residentName(report) ?? ''} ${report.description ?? ''}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const ids = found.map(({ id }) => id)
  const others = left.filter((id) => !ids.includes(id))
  const isEach = ids.length > 0 && ids.every((id) => left.includes(id))
  return (
    <ChoiceField
      legend={t`Which bins were missed?`}
      many
      entries={found.map((report) => ({ id: report.id, name: residentName(report) ?? '–', about: report.description }))}
      chosen={left}
      choose={choose}
    >
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label={t`Search bins`}
          placeholder={t`Name or description`}
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <label className={classes.each}>
          <input
            type="checkbox"
            checked={isEach}
            disabled={ids.length === 0}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? [...others, ...ids] : others)}
          />
          <span>{words.length > 0 ? t`Select all ${{ count: figure(ids.length) }} found` : t`Select all`}</span>
        </label>
      </div>
    </ChoiceField>
  )
}
