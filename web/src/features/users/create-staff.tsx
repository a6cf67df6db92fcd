/** Dialog that creates a staff account and shows its one-time password. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf, BodyInputOf } from '#contract/endpoints.ts'
import type { User } from '#contract/views.ts'
import { STAFF_ROLES } from '#domain/city.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { roleNameOf } from '#web/lib/format/labels.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { useUserChangeCommand } from './user-dialogs.tsx'
import classes from './users.module.css'
import { useCreateStaffMutation } from './users.tsx'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).CreateStaffBody)
const roles = () => STAFF_ROLES.map((value) => ({ value, label: roleNameOf(value) }))
const FIELDS = ['role', 'name', 'email', 'employee_id', 'phone', 'facility'] as const
const EMPTY = { role: 'dispatcher', name: '', email: '', employee_id: '', phone: '', facility: '' }

type Created = AnswerOf<'createStaff'>

export function CreateStaffDialog({ opened, close }: { opened: boolean; close(): void }) {
  const [created, setCreated] = useState<Created | null>(null)
  const [busy, setBusy] = useState(false)
  function done() {
    close()
    setCreated(null)
    setBusy(false)
  }
  return (
    <Dialog title={created ? t`One-time password` : t`Create staff`} opened={opened} close={done} busy={busy}>
      {created ? (
        <OneTimePassword user={created.user} password={created.password} kept={() => setBusy(false)} close={done} />
      ) : (
        <StaffForm created={setCreated} close={done} setBusy={setBusy} />
      )}
    </Dialog>
  )
}

interface StaffFormProps {
  created(answer: Created): void
  close(): void
  setBusy(busy: boolean): void
}

function StaffForm({ created, close, setBusy }: StaffFormProps) {
  const { pending, failure, send } = useUserChangeCommand()
  const [createStaff] = useCreateStaffMutation()
  const form = useForm({ initialValues: EMPTY, validate: rules, validateInputOnBlur: true })
  useUnsavedChanges(form.isDirty())

  const submit = form.onSubmit(
    async (values) => {
      const body = values as BodyInputOf<'createStaff'>
      setBusy(true)
      try {
        const answer = await send(body, (key) => createStaff({ body, key }).unwrap())
        // The dialog stays busy, so the password can be copied before closing.
        if (answer) created(answer)
        else setBusy(false)
      } catch (error) {
        form.setErrors((error as RequestFailure).errors ?? {})
        setBusy(false)
      }
    },
    (errors) => form.getInputNode(FIELDS.find((field) => errors[field]) ?? 'name')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NativeSelect label={t`Role`} size="md" data={roles()} {...form.getInputProps('role')} data-autofocus />
        <TextInput label={t`Name`} size="md" autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label={t`Email`} type="email" size="md" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput
          label={t`Employee ID`}
          description={t`3 to 6 letters and 3 digits, such as DISP002`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('employee_id')}
        />
        <TextInput
          label={t`Phone (optional)`}
          type="tel"
          size="md"
          autoComplete="off"
          {...form.getInputProps('phone')}
        />
        <TextInput label={t`Facility (optional)`} size="md" autoComplete="off" {...form.getInputProps('facility')} />
        <ChangeErrorAlert failure={failure} text={t`Failed to create the account`} />
        <DialogFooter act={t`Create`} close={close} pending={pending || form.submitting} />
      </Stack>
    </form>
  )
}

interface OneTimePasswordProps {
  user: User
  password: string
  /** Called once the password has been copied. */
  kept(): void
  close(): void
}

function OneTimePassword({ user, password, kept, close }: OneTimePasswordProps) {
  const { name } = user
  const login = user.employee_id ?? user.email
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          <strong>{name}</strong> can now sign in as <span>{login}</span> with this password:
        </Trans>
      </Text>
      <output className={classes.password} aria-label={t`One-time password`}>
        {password}
      </output>
      <Text c="dimmed" size="xs">
        <Trans>
          It is shown only once and cannot be looked up again. Pass it on safely. At the first sign-in they must choose
          their own password.
        </Trans>
      </Text>
      {error && (
        <Text size="xs">
          <Trans>Copying failed. Select the password and copy it.</Trans>
        </Text>
      )}
      <Group grow>
        <Button
          variant="default"
          size="md"
          mih={48}
          data-autofocus
          leftSection={copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />}
          onClick={() => {
            copy(password)
            kept()
          }}
        >
          {copied ? t`Copied` : t`Copy`}
        </Button>
        <Button size="md" mih={48} onClick={close}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
