/** Confirmation before an admin removes the second factor of a user who lost the phone. */
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { ChangeFailure, Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useDropSecondFactorMutation } from './calls.ts'
import { useChange } from './use-change.ts'

export function DropSecondFactorDialog({ user, close }: { user: AdminUser | null; close(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Remove the second factor?" opened={user !== null} close={close} busy={busy}>
      {user && <Question key={user.id} user={user} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

function Question({ user, close, setBusy }: { user: AdminUser; close(): void; setBusy(busy: boolean): void }) {
  const { pending, failure, send } = useChange()
  const [drop] = useDropSecondFactorMutation()

  async function press() {
    setBusy(true)
    // The dialog stays, and `failure` shows the reason.
    const done = await send(user.id, (key) => drop({ id: user.id, key }).unwrap()).catch(() => undefined)
    setBusy(false)
    if (!done) return
    toast('success', 'Second factor removed', `${user.name} signs in with the password alone, and was told by mail.`)
    close()
  }

  return (
    <Stack gap="md">
      <Text>
        Do this only when you have made sure that it is {user.name} who asks: until they set up a new one, their
        password alone lets in. They are signed out everywhere and told by mail, and the security log shows it.
      </Text>
      <ChangeFailure failure={failure} text="Failed to remove the second factor" />
      <DialogFoot act="Remove" onAct={press} close={close} pending={pending} final />
    </Stack>
  )
}
