/** Actions on a finding by its status: take up, explain, close. */

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { FindingStatus } from '#contract/audit/findings.ts'
import type { Finding } from '#contract/views.ts'
import { reasonOf } from '#web/calls/api.ts'
import { CommandButton } from '#web/components/command-button.tsx'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useMove } from './use-move.ts'

const load = async () => (await import('./note-dialog.tsx')).NoteDialog
const ahead = prefetching(load)

/** Label of the take-up button; undefined for a finding that is already open. */
const TAKE_UP: Record<FindingStatus, string | undefined> = {
  found: 'Take up',
  open: undefined,
  explained: 'Take up again',
  closed: 'Take up again',
}

export function FindingActions({ finding }: { finding: Finding }) {
  const [dialog, setDialog] = useState<'explained' | 'closed'>('explained')
  const [opened, setOpened] = useState(false)
  const { pending, move } = useMove()
  const { id, status } = finding
  const takeUp = TAKE_UP[status]

  async function take() {
    try {
      const done = await move(id, { status: 'open' })
      if (done) toast('success', done)
    } catch (error) {
      toast('error', 'Not taken up', reasonOf(error))
    }
  }
  function ask(to: typeof dialog) {
    setDialog(to)
    setOpened(true)
  }

  return (
    <Group gap="xs">
      {takeUp && (
        <CommandButton variant="default" mih={44} loading={pending} onClick={() => void take()}>
          {takeUp}
        </CommandButton>
      )}
      {status !== 'closed' && (
        <>
          <Button variant="default" mih={44} disabled={pending} onClick={() => ask('explained')} {...ahead}>
            {status === 'explained' ? 'Add explanation' : 'Explain'}
          </Button>
          <Button variant="default" mih={44} disabled={pending} onClick={() => ask('closed')} {...ahead}>
            Close
          </Button>
        </>
      )}
      <LazyDialog load={load} props={{ finding, to: dialog, opened, close: () => setOpened(false) }} />
    </Group>
  )
}
