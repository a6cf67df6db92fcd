/** Confirms a user's email on an admin's word, if the mailed link did not arrive. */

import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { ChangeFailure, Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useConfirmUserMutation } from './calls.ts'
import { useChange } from './use-change.ts'

export function ConfirmUserDialog({ user, close }: { user: AdminUser | null; close(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Confirm user" opened={user !== null} close={close} busy={busy}>
      {user && <Question key={user.id} user={user} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

function Question({ user, close, setBusy }: { user: AdminUser; close(): void; setBusy(busy: boolean): void }) {
  const { pending, failure, send } = useChange()
  const [confirm] = useConfirmUserMutation()

  async function press() {
    setBusy(true)
    // `failure` shows the reason in the dialog.
    const done = await send(user.id, (key) => confirm({ id: user.id, key }).unwrap()).catch(() => undefined)
    setBusy(false)
    if (!done) return
    toast('success', 'User confirmed', `The reports of ${user.name} count like any other.`)
    close()
  }

  return (
    <Stack gap="md">
      <Text>
        {user.name} signed up with {user.email} and has not opened the link that we mailed there. Confirm only whom you
        know: their reports count from then on, whatever the configuration says of others.
      </Text>
      <ChangeFailure failure={failure} text="Failed to confirm the user" />
      <DialogFoot act="Confirm" onAct={press} close={close} pending={pending} />
    </Stack>
  )
}
