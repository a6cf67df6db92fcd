/** Confirmation before a user is erased. */
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { ROLE_LABELS } from '#domain/city.ts'
import { ChangeFailure, Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useDeleteUserMutation } from './calls.ts'
import { useChange } from './use-change.ts'

export function DeleteUserDialog({ user, close }: { user: AdminUser | null; close(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Delete this user?" opened={user !== null} close={close} busy={busy}>
      {user && <Question key={user.id} user={user} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

function Question({ user, close, setBusy }: { user: AdminUser; close(): void; setBusy(busy: boolean): void }) {
  const { pending, failure, send } = useChange()
  const [deleteUser] = useDeleteUserMutation()

  async function erase() {
    setBusy(true)
    try {
      const done = await send(user.id, (key) => deleteUser({ id: user.id, key }).unwrap())
      if (!done) return
      toast('success', 'User deleted', `${user.name} was erased.`)
      close()
    } catch {
      // The dialog stays and shows the reason.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <div>
        <Text fw={560}>
          {user.name}, {ROLE_LABELS[user.role]}
        </Text>
        <Text c="dimmed" size="xs">
          {user.employee_id ? `${user.employee_id} · ${user.email}` : user.email}
        </Text>
      </div>
      <Text>
        They are signed out everywhere and can’t sign in again. Their name, email and phone are erased for good; what
        they did stays in the history as ‘Erased {user.role === 'resident' ? 'resident' : 'user'}’. This can’t be
        undone.
      </Text>
      <ChangeFailure failure={failure} text="Delete failed" />
      <DialogFoot act="Delete" onAct={erase} close={close} pending={pending} final />
    </Stack>
  )
}
