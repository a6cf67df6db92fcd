/** Dialogs that change or delete a user. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { ROLES, type Role, type Zone } from '#domain/city.ts'
import { signInNameOf } from '#domain/contacts.ts'
import { type RequestFailure, useAppDispatch } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { roleNameOf } from '#web/lib/format/labels.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { ZoneField } from '#web/ui/fields.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { type CommandState, useCommand } from '#web/ui/use-command.tsx'
import {
  invalidateUsers,
  toUserChange,
  type UserChange,
  useChangeUserMutation,
  useConfirmUserMutation,
  useDeleteUserMutation,
  useDropSecondFactorMutation,
} from './users.tsx'

/**
 * Returns the state of a user change, and a function that sends the change.
 * The function resolves to the server's answer, or undefined while another change runs.
 * On failure it rejects, and the returned state contains the error as `failure`.
 */
export function useUserChangeCommand(): CommandState {
  const dispatch = useAppDispatch()
  const command = useCommand('zones')
  return {
    ...command,
    async send(body, change) {
      const answer = await command.send(body, change)
      if (answer) dispatch(invalidateUsers())
      return answer
    },
  }
}

/** Dialog to confirm a user's email address after a lost mail. */
export function ConfirmUserEmailDialog({ user, close }: { user: AdminUser | null; close(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Confirm user`} opened={user !== null} close={close} busy={busy}>
      {user && <ConfirmQuestion key={user.id} user={user} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

function ConfirmQuestion({ user, close, setBusy }: { user: AdminUser; close(): void; setBusy(busy: boolean): void }) {
  const { pending, failure, send } = useUserChangeCommand()
  const [confirm] = useConfirmUserMutation()

  async function press() {
    setBusy(true)
    // Ignores the error, because the dialog already shows it.
    const done = await send(user.id, (key) => confirm({ id: user.id, key }).unwrap()).catch(() => undefined)
    setBusy(false)
    if (!done) return
    showToast('success', t`User confirmed`, t`The reports of ${{ name: user.name }} count like any other.`)
    close()
  }

  return (
    <Stack gap="md">
      <Text>
        {t`${{ name: user.name }} signed up with ${{ email: user.email }} but has not opened the confirmation link. Confirm only people you know. Their reports will count.`}
      </Text>
      <ChangeErrorAlert failure={failure} text={t`Failed to confirm the user`} />
      <DialogFooter act={t`Confirm`} onAct={press} close={close} pending={pending} />
    </Stack>
  )
}

/** Dialog that asks for confirmation before a user is erased. */
export function DeleteUserDialog({ user, close }: { user: AdminUser | null; close(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Delete this user?`} opened={user !== null} close={close} busy={busy}>
      {user && <DeleteQuestion key={user.id} user={user} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

function DeleteQuestion({ user, close, setBusy }: { user: AdminUser; close(): void; setBusy(busy: boolean): void }) {
  const { pending, failure, send } = useUserChangeCommand()
  const [deleteUser] = useDeleteUserMutation()

  async function erase() {
    setBusy(true)
    try {
      const done = await send(user.id, (key) => deleteUser({ id: user.id, key }).unwrap())
      if (!done) return
      showToast('success', t`User deleted`, t`${{ name: user.name }} was erased.`)
      close()
    } catch {
      // After a failure the dialog stays open and shows the error.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <div>
        <Text fw={560}>{`${user.name}, ${roleNameOf(user.role)}`}</Text>
        <Text c="dimmed" size="xs">
          {user.employee_id ? `${user.employee_id} · ${user.email}` : signInNameOf(user)}
        </Text>
      </div>
      <Text>
        {user.role === 'resident'
          ? t`They are signed out everywhere and can’t sign in again. Their name, email and phone are deleted for good. The history shows them as ‘Erased resident’. This can’t be undone.`
          : t`They are signed out everywhere and can’t sign in again. Their name, email and phone are deleted for good. The history shows them as ‘Erased user’. This can’t be undone.`}
      </Text>
      <ChangeErrorAlert failure={failure} text={t`Delete failed`} />
      <DialogFooter act={t`Delete`} onAct={erase} close={close} pending={pending} final />
    </Stack>
  )
}

/** Confirms removing a user's second factor, for example after a lost phone. */
export function DropSecondFactorDialog({ user, close }: { user: AdminUser | null; close(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Remove two-step sign-in?`} opened={user !== null} close={close} busy={busy}>
      {user && <SecondFactorQuestion key={user.id} user={user} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

function SecondFactorQuestion({
  user,
  close,
  setBusy,
}: {
  user: AdminUser
  close(): void
  setBusy(busy: boolean): void
}) {
  const { pending, failure, send } = useUserChangeCommand()
  const [drop] = useDropSecondFactorMutation()

  async function press() {
    setBusy(true)
    // `send` stores the error in `failure`, and the open dialog shows it.
    const done = await send(user.id, (key) => drop({ id: user.id, key }).unwrap()).catch(() => undefined)
    setBusy(false)
    if (!done) return
    showToast(
      'success',
      t`Two-step sign-in was removed`,
      t`${{ name: user.name }} now signs in with the password only. We informed them by email.`,
    )
    close()
  }

  return (
    <Stack gap="md">
      <Text>
        {t`Do this only if you are sure that ${{ name: user.name }} asked for it. Until they set up two-step sign-in again, the password is enough to sign in. They are signed out everywhere and informed by email.`}
      </Text>
      <ChangeErrorAlert failure={failure} text={t`Failed to remove two-step sign-in`} />
      <DialogFooter act={t`Remove`} onAct={press} close={close} pending={pending} final />
    </Stack>
  )
}

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeUserBody)
const roles = () => ROLES.map((value) => ({ value, label: roleNameOf(value) }))

interface EditUserProps {
  close(): void
  /** Opens the dialog that removes the second factor. */
  dropSecondFactor(user: AdminUser): void
}

/** Dialog that changes a user's role, zone (residents) or facility (staff). */
export function EditUserDialog({ user, close, ...given }: EditUserProps & { user: AdminUser | null }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Edit user`} opened={user !== null} close={close} busy={busy}>
      {user && <EditForm key={user.id} user={user} close={close} setBusy={setBusy} {...given} />}
    </Dialog>
  )
}

interface FormGiven extends EditUserProps {
  user: AdminUser
  setBusy(busy: boolean): void
}

function EditForm({ user, close, setBusy, dropSecondFactor }: FormGiven) {
  const { pending, failure, send } = useUserChangeCommand()
  const [changeUser] = useChangeUserMutation()
  const form = useForm<UserChange>({
    initialValues: { role: user.role, zone: user.zone ?? '', facility: user.facility ?? '' },
    validate: (values) => rules(toUserChange(values)),
    validateInputOnBlur: true,
  })
  useUnsavedChanges(form.isDirty())
  const zones = useRoom('zones').rows.map(({ id }) => id)
  const { role } = form.getValues()

  const submit = form.onSubmit(async (values) => {
    const body = toUserChange(values) as { role: Role; zone?: Zone; facility?: string }
    setBusy(true)
    try {
      const done = await send(body, (key) => changeUser({ id: user.id, body, key }).unwrap())
      if (!done) return
      showToast(
        'success',
        t`User changed`,
        body.zone
          ? t`${{ name: user.name }} is now ${{ role: roleNameOf(body.role) }}, ${{ zone: body.zone }}.`
          : t`${{ name: user.name }} is now ${{ role: roleNameOf(body.role) }}.`,
      )
      close()
    } catch (error) {
      form.setErrors((error as RequestFailure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text fw={560}>{user.name}</Text>
        <NativeSelect label={t`Role`} size="md" data={roles()} {...form.getInputProps('role')} data-autofocus />
        {role === 'resident' ? (
          <ZoneField label={t`Zone`} zones={zones} {...form.getInputProps('zone')} />
        ) : (
          <TextInput label={t`Facility (optional)`} size="md" maxLength={80} {...form.getInputProps('facility')} />
        )}
        <Text c="dimmed" size="xs">
          {t`Saving signs ${{ name: user.name }} out everywhere, so that the change applies at once.`}
        </Text>
        {user.role !== 'resident' && (
          <Button variant="subtle" size="sm" onClick={() => dropSecondFactor(user)} disabled={pending}>
            <Trans>Remove two-step sign-in</Trans>
          </Button>
        )}
        <ChangeErrorAlert failure={failure} text={t`Failed to change the user`} />
        <DialogFooter act={t`Save`} close={close} pending={pending} disabled={!form.isDirty()} />
      </Stack>
    </form>
  )
}
