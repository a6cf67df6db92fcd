/** Changes a user's role, a resident's zone or a staff member's facility. */
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { ROLE_LABELS, ROLES, type Role, type Zone } from '#domain/city.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useUnsaved, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeFailure, Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { ZoneField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useChangeUserMutation } from './calls.ts'
import { useChange } from './use-change.ts'
import { type UserChange, userChange } from './user-change.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeUser)
const roles = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))

interface EditUserProps {
  close(): void
  /** Opens the confirmation dialog. */
  dropSecondFactor(user: AdminUser): void
}

export function EditUserDialog({ user, close, ...given }: EditUserProps & { user: AdminUser | null }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Edit user" opened={user !== null} close={close} busy={busy}>
      {user && <EditForm key={user.id} user={user} close={close} setBusy={setBusy} {...given} />}
    </Dialog>
  )
}

interface FormGiven extends EditUserProps {
  user: AdminUser
  setBusy(busy: boolean): void
}

function EditForm({ user, close, setBusy, dropSecondFactor }: FormGiven) {
  const { pending, failure, send } = useChange()
  const [changeUser] = useChangeUserMutation()
  const form = useForm<UserChange>({
    initialValues: { role: user.role, zone: user.zone ?? '', facility: user.facility ?? '' },
    validate: (values) => rules(userChange(values)),
    validateInputOnBlur: true,
  })
  useUnsaved(form.isDirty())
  const zones = useRoom('zones').rows.map(({ id }) => id)
  const { role } = form.getValues()

  const submit = form.onSubmit(async (values) => {
    const body = userChange(values) as { role: Role; zone?: Zone; facility?: string }
    setBusy(true)
    try {
      const done = await send(body, (key) => changeUser({ id: user.id, body, key }).unwrap())
      if (!done) return
      toast(
        'success',
        'User changed',
        `${user.name} is now ${ROLE_LABELS[body.role]}${body.zone ? `, ${body.zone}` : ''}.`,
      )
      close()
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text fw={560}>{user.name}</Text>
        <NativeSelect label="Role" size="md" data={roles} {...form.getInputProps('role')} data-autofocus />
        {role === 'resident' ? (
          <ZoneField label="Zone" zones={zones} {...form.getInputProps('zone')} />
        ) : (
          <TextInput label="Facility (optional)" size="md" maxLength={80} {...form.getInputProps('facility')} />
        )}
        <Text c="dimmed" size="xs">
          Saving signs {user.name} out everywhere, so that the change holds at once.
        </Text>
        {user.role !== 'resident' && (
          <Button variant="subtle" size="sm" mih={44} onClick={() => dropSecondFactor(user)} disabled={pending}>
            Remove the second factor
          </Button>
        )}
        <ChangeFailure failure={failure} text="Failed to change the user" />
        <DialogFoot act="Save" close={close} pending={pending} disabled={!form.isDirty()} />
      </Stack>
    </form>
  )
}
