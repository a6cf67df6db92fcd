/** Asks before a route is stopped, or cancelled before it begins: which one, and what follows. */

import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { useUndo } from '#web/calls/use-undo.ts'
import { CommandButton } from '#web/components/command-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useChangeScheduleMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { consequencesOfEnding, isOver, routeName, routeStatuses } from './route-words.ts'
import classes from './routes.module.css'

const endings = {
  cancel: { verb: 'Cancel', keep: 'Keep Route', done: 'Route cancelled', failed: 'Failed to cancel the route' },
  stop: { verb: 'Stop', keep: 'Go On', done: 'Route stopped', failed: 'Failed to stop the route' },
} as const

type Ending = keyof typeof endings
type AboutRoute = DialogState & { route: Schedule }

export const CancelRoute = (props: AboutRoute) => <EndRoute {...props} ending="cancel" />
export const StopRoute = (props: AboutRoute) => <EndRoute {...props} ending="stop" />

function EndRoute({ route, opened, close, ending }: AboutRoute & { ending: Ending }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={`${endings[ending].verb} route ${route.id}?`} opened={opened} close={close} busy={busy}>
      <Question route={route} ending={ending} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface QuestionProps {
  route: Schedule
  ending: Ending
  close(): void
  setBusy(busy: boolean): void
}

function Question({ route, ending, close, setBusy }: QuestionProps) {
  const { verb, keep, done, failed } = endings[ending]
  const { rows: sites } = useRoom('sites')
  const { failure, send } = useCommand('schedules')
  const [changeSchedule] = useChangeScheduleMutation()
  const offerUndo = useUndo()
  const [sent, setSent] = useState(false)
  const name = routeName(route, sites)
  // By somebody else, or by time; not by what was just asked for here.
  const over = isOver(route) && !sent

  async function end() {
    const body = { status: 'cancelled' as const }
    setBusy(true)
    setSent(true)
    try {
      const answer = await send({ id: route.id }, (key) => changeSchedule({ id: route.id, body, key }).unwrap())
      if (!answer) return
      if (ending === 'cancel') void offerUndo({ by: 'undoCancellation', id: route.id, title: done, detail: name })
      else toast('success', done, name)
      close()
    } catch {
      // `failure` says why, in the dialog.
      setSent(false)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <p className={classes.subject}>{name}</p>
      {over ? (
        <p className={classes.plain} role="status">
          This route is over already: {routeStatuses[route.status].label.toLowerCase()}.
        </p>
      ) : (
        <ul className={classes.consequences}>
          {consequencesOfEnding(route, ending).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <ChangeFailure failure={failure} text={failed} />
      <Group grow>
        <Button variant="default" size="md" mih={48} onClick={close} disabled={sent} data-autofocus>
          {keep}
        </Button>
        <CommandButton
          color="statusCritical.6"
          size="md"
          mih={48}
          loading={sent}
          disabled={over}
          onClick={() => void end()}
        >
          {verb} Route
        </CommandButton>
      </Group>
    </Stack>
  )
}
