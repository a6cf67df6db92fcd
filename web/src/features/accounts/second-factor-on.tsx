/** Sets up a second factor: password, code from the QR code's app, and recovery codes, shown once. */
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Failure } from '#web/calls/api.ts'
import { useAppDispatch } from '#web/calls/store.ts'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import classes from './account.module.css'
import { FormFailure } from './form-failure.tsx'
import { Password } from './password.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityChanged, useBeginSecondFactorMutation, useConfirmSecondFactorMutation } from './security-calls.ts'

export function SecondFactorOn({ opened, close }: DialogState) {
  return (
    <Dialog title="Set up a second factor" opened={opened} close={close}>
      <Steps close={close} />
    </Dialog>
  )
}

function Steps({ close }: { close(): void }) {
  const dispatch = useAppDispatch()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  function done() {
    dispatch(securityChanged())
    close()
  }
  if (codes) return <RecoveryCodes codes={codes} close={done} />
  return begun ? <Scan {...begun} confirmed={setCodes} /> : <AskPassword right={setBegun} />
}

function AskPassword({ right }: { right(begun: { secret: string; uri: string }): void }) {
  const [begin, { error }] = useBeginSecondFactorMutation()
  const form = useForm({ initialValues: { password: '' } })
  const submit = form.onSubmit(async (body) => {
    const { data } = await begin({ body })
    if (data) right(data)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>You need an authenticator app on your phone, such as Aegis, 2FAS or Google Authenticator.</Text>
        <Password autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
        {error && <FormFailure failure={error} text="The second factor could not be set up" />}
        <Button type="submit" size="md" mih={48} loading={form.submitting}>
          Go on
        </Button>
      </Stack>
    </form>
  )
}

interface ScanProps {
  secret: string
  uri: string
  confirmed(codes: readonly string[]): void
}

function Scan({ secret, uri, confirmed }: ScanProps) {
  const [confirm, { error }] = useConfirmSecondFactorMutation()
  const form = useForm({ initialValues: { code: '' } })
  const submit = form.onSubmit(async (body) => {
    const { data, error: failure } = await confirm({ body })
    if (data) confirmed(data.recoveryCodes)
    else form.setErrors((failure as Failure).errors ?? {})
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>Scan this with the app, then type the six digits that it shows.</Text>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <Text size="xs" c="dimmed">
          Can’t scan? Type this key into the app: <code className={classes.secret}>{secret}</code>
        </Text>
        <TextInput
          label="Code"
          size="md"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          data-autofocus
          {...form.getInputProps('code')}
        />
        {error && !(error as Failure).errors && (
          <FormFailure failure={error} text="The second factor could not be switched on" />
        )}
        <Button type="submit" size="md" mih={48} loading={form.submitting}>
          Switch on
        </Button>
      </Stack>
    </form>
  )
}
