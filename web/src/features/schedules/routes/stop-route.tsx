/** Confirmation before a route under way is stopped, with the consequences. */

import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { useChangeScheduleMutation } from '#web/features/schedules/calls.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { ChangeFailure, Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import { consequencesOfStopping, isOver, routeName, routeStatuses } from './route-words.ts'
import classes from './routes.module.css'

export function StopRoute({ route, opened, close }: DialogState & { route: Schedule }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={`Stop route ${route.id}?`} opened={opened} close={close} busy={busy}>
      <Question route={route} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface QuestionProps {
  route: Schedule
  close(): void
  setBusy(busy: boolean): void
}

function Question({ route, close, setBusy }: QuestionProps) {
  const { rows: sites } = useRoom('sites')
  const { failure, send } = useCommand('schedules')
  const [changeSchedule] = useChangeScheduleMutation()
  const [sent, setSent] = useState(false)
  const name = routeName(route, sites)
  // Ended elsewhere or by time, not by this dialog's own request.
  const over = isOver(route) && !sent

  async function end() {
    const body = { status: 'cancelled' as const }
    setBusy(true)
    setSent(true)
    try {
      const answer = await send({ id: route.id }, (key) => changeSchedule({ id: route.id, body, key }).unwrap())
      if (!answer) return
      toast('success', 'Route stopped', name)
      close()
    } catch {
      // `failure` shows the reason in the dialog.
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
          {consequencesOfStopping(route).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <ChangeFailure failure={failure} text="Failed to stop the route" />
      <Group grow>
        <Button variant="default" size="md" mih={48} onClick={close} disabled={sent} data-autofocus>
          Go On
        </Button>
        <CommandButton
          color="statusCritical.6"
          size="md"
          mih={48}
          loading={sent}
          disabled={over}
          onClick={() => void end()}
        >
          Stop Route
        </CommandButton>
      </Group>
    </Stack>
  )
}
