/** Disables the second factor; requires the password and a code. */
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Failure } from '#web/lib/api/api.ts'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { FormFailure } from './form-failure.tsx'
import { Password } from './password.tsx'
import { useEndSecondFactorMutation } from './security-calls.ts'

export function SecondFactorOff({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Switch off the second factor" opened={opened} close={close} busy={busy}>
      <OffForm close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function OffForm({ close, setBusy }: { close(): void; setBusy(busy: boolean): void }) {
  const [end, { error }] = useEndSecondFactorMutation()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const submit = form.onSubmit(async (body) => {
    setBusy(true)
    const { data, error: failure } = await end({ body })
    setBusy(false)
    if (!data) return form.setErrors((failure as Failure).errors ?? {})
    toast('success', 'The second factor is off', 'From now on your password alone signs you in.')
    close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Password autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
        <TextInput
          label="Code of the app, or a recovery code"
          size="md"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.getInputProps('code')}
        />
        {error && !(error as Failure).errors && (
          <FormFailure failure={error} text="The second factor could not be switched off" />
        )}
        <DialogFoot act="Switch off" close={close} pending={form.submitting} final />
      </Stack>
    </form>
  )
}
