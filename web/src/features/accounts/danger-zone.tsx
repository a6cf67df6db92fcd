/** Deletion of a resident's account, confirmed by the password. */
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '#contract/views.ts'
import { useAttempt } from '#web/lib/api/api.ts'
import { accountDeleted } from '#web/lib/api/session.ts'
import { useAppDispatch } from '#web/lib/api/store.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './account.module.css'
import { FormFailure } from './form-failure.tsx'
import { Password } from './password.tsx'
import { useDeleteAccountMutation } from './profile-calls.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).DeleteAccount)

export function DangerZone({ user }: { user: User }) {
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = () => setOpened(false)
  return (
    <Panel title="Danger Zone" className={classes.danger!}>
      <div className={classes.dangerRow}>
        <p>Erases your name, email, phone and notes for good. It can’t be undone.</p>
        <Button variant="outline" color="statusCritical" mih={44} onClick={() => setOpened(true)}>
          Delete Account
        </Button>
      </div>
      <Dialog title="Delete Account" opened={opened} close={close} busy={busy}>
        <DeleteForm user={user} close={close} setBusy={setBusy} />
      </Dialog>
    </Panel>
  )
}

function DeleteForm({ user, close, setBusy }: { user: User; close(): void; setBusy(busy: boolean): void }) {
  const dispatch = useAppDispatch()
  const attempt = useAttempt()
  const [erase, { error }] = useDeleteAccountMutation()
  const form = useForm({ initialValues: { password: '' }, validate: rules, validateInputOnBlur: true })

  const submit = form.onSubmit(
    async ({ password }) => {
      setBusy(true)
      try {
        await attempt(password, (key) => erase({ id: user.id, body: { password }, key }).unwrap())
      } catch {
        // `error` shows the reason in the dialog.
        return setBusy(false)
      }
      setBusy(false)
      dispatch(accountDeleted())
      await forgetWaiting(user.id)
    },
    () => form.getInputNode('password')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          This erases the account of {user.name} ({user.email}). You are logged out and can’t sign in again. What stays
          is that a bin in {user.zone ?? 'your zone'} was full on a certain day, without your name.
        </Text>
        <Password
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        {error && <FormFailure failure={error} text="Failed to delete account. Please try again." />}
        <DialogFoot act="Delete Account" close={close} pending={form.submitting} final />
      </Stack>
    </form>
  )
}

/** Removes the reports that wait for the network from this device. */
async function forgetWaiting(userId: string): Promise<void> {
  try {
    const { forget, storedReportsOf: keptOf } = await import('#web/lib/outbox/report-store.ts')
    for (const { key } of await keptOf(userId)) await forget(key)
  } catch (error) {
    console.warn('What this browser keeps for the account could not be read.', error)
  }
}
