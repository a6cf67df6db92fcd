/** Confirmation before a collected report is reopened. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { api } from '#web/lib/api/api.ts'
import { command } from '#web/lib/api/request.ts'
import { ChangeFailure, Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'

const { useReopenReportMutation } = api.injectEndpoints({
  endpoints: (build) => ({ reopenReport: build.mutation(command('reopenReport')) }),
})

export interface ReopenDialogProps extends DialogState {
  report: Report
}

export function ReopenDialog({ report, opened, close }: ReopenDialogProps) {
  const { id, zone, collectedAt = '' } = report
  const [reopen] = useReopenReportMutation()
  const { pending, failure, send } = useCommand('my-reports')
  const [offline, setOffline] = useState(false)

  async function say() {
    setOffline(!navigator.onLine)
    if (!navigator.onLine) return
    try {
      if (!(await send(id, (key) => reopen({ id, key }).unwrap()))) return
      toast('success', 'Your report is open again', 'The dispatchers are told. You need not report again.')
      close()
    } catch {
      // `failure` shows the reason.
    }
  }

  return (
    <Dialog title="Was your bin not collected?" opened={opened} close={close} busy={pending}>
      <Stack gap="md">
        <Text>
          Your report in {zone} was marked as collected <RelativeTime iso={collectedAt} />. If that is wrong, it is
          opened again, and the dispatchers are told.
        </Text>
        {offline && (
          <Alert color="statusProgress" variant="light" role="alert" title="You are offline">
            This is not kept for later. Say it again as soon as there is a network; there are 48 hours from the
            collection on.
          </Alert>
        )}
        <ChangeFailure failure={failure} text="Your report could not be opened again" />
        <Group grow>
          <Button variant="default" size="md" mih={48} onClick={close} disabled={pending} data-autofocus>
            Keep as it is
          </Button>
          <CommandButton size="md" mih={48} loading={pending} onClick={() => void say()}>
            It was not collected
          </CommandButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
