/** Asks, before a collection under way is completed, what became of its bins: all were collected, some, or none. */
import '#web/components/inputs.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { CommandButton } from '#web/components/command-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { counted } from '#web/format/numbers.ts'
import { useChangeScheduleMutation } from './calls.ts'
import classes from './end-collection.module.css'

export interface EndCollectionProps extends DialogState {
  id: string
  of: 'Route' | 'Collection'
  /** Which one it is, in words. */
  name: string
  /** The open reports that its truck is on the way to. */
  waiting: readonly Report[]
}

type Outcome = 'all' | 'some' | 'none'

export function EndCollection({ id, of, name, waiting, opened, close }: EndCollectionProps) {
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [changeSchedule] = useChangeScheduleMutation()
  const { pending, failure, send } = useCommand('schedules')
  const some = waiting.filter((report) => picked.has(report.id)).map((report) => report.id)
  const collected = { all: 'all' as const, some, none: [] }[outcome]
  const count = collected === 'all' ? waiting.length : collected.length

  async function end() {
    const body = { status: 'completed' as const, collected }
    try {
      if (!(await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap()))) return
      toast('success', `${of} completed`, `${name}: collected ${count} of ${waiting.length}`)
      close()
    } catch {
      // `failure` says why.
    }
  }

  function pick(reportId: string, is: boolean) {
    const after = new Set(picked)
    if (is) after.add(reportId)
    else after.delete(reportId)
    setPicked(after)
  }

  return (
    <Dialog title={`Complete: ${name}`} opened={opened} close={close} busy={pending}>
      <Stack gap="md">
        <Radio.Group
          label="What became of its bins?"
          value={outcome}
          onChange={(value) => setOutcome(value as Outcome)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={`All were collected: ${counted(waiting.length, 'bin')}`} />
            <Radio value="some" label="Some were collected" />
            <Radio value="none" label="None was collected" />
          </Stack>
        </Radio.Group>
        {outcome === 'some' && <Bins reports={waiting} picked={picked} pick={pick} />}
        <Text size="sm" role="status">
          {consequence(count, waiting.length)}
        </Text>
        <ChangeFailure failure={failure} text={`The ${of.toLowerCase()} could not be completed`} />
        <Group grow>
          <Button variant="default" size="md" mih={48} onClick={close} disabled={pending}>
            Go on
          </Button>
          <CommandButton size="md" mih={48} loading={pending} onClick={() => void end()}>
            Complete
          </CommandButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface BinsProps {
  reports: readonly Report[]
  picked: ReadonlySet<string>
  pick(reportId: string, is: boolean): void
}

function Bins({ reports, picked, pick }: BinsProps) {
  return (
    <fieldset className={classes.bins}>
      <legend>Which were collected?</legend>
      {reports.map(({ id, resident_name: name = '–', description }) => (
        <Checkbox
          key={id}
          label={name}
          description={description}
          checked={picked.has(id)}
          onChange={(event) => pick(id, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

/** '100 of 102 leave for the site with it. 2 are new again, and their residents are told.' */
export function consequence(collected: number, all: number): string {
  const left = all - collected
  const leaves = collected > 0 ? `${collected} of ${all} leave for the site with it. ` : ''
  const stays =
    left === 1 ? '1 is new again, and its resident is told.' : `${left} are new again, and their residents are told.`
  return leaves + (left > 0 ? stays : 'Their residents are told.')
}
