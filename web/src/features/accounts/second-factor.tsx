/** Dialogs that enable and disable the second factor of a sign-in. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { type RequestFailure, useAppDispatch } from '#web/lib/api/api.ts'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import classes from './account.module.css'
import { FormErrorAlert, PasswordField } from './accounts-frame.tsx'
import {
  reloadSecuritySettings,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useEndSecondFactorMutation,
} from './own-account.ts'

/** Asks for password and code, then shows the recovery codes once. */
export function EnableSecondFactorDialog({ opened, close }: DialogState) {
  return (
    <Dialog title={t`Set up two-step sign-in`} opened={opened} close={close}>
      <Steps close={close} />
    </Dialog>
  )
}

function Steps({ close }: { close(): void }) {
  const dispatch = useAppDispatch()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  function done() {
    dispatch(reloadSecuritySettings())
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
        <Text>
          <Trans>You need an authenticator app on your phone, such as Aegis, 2FAS or Google Authenticator.</Trans>
        </Text>
        <PasswordField autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
        {error && <FormErrorAlert failure={error} text={t`Two-step sign-in could not be set up`} />}
        <Button type="submit" size="md" mih={48} loading={form.submitting}>
          <Trans>Continue</Trans>
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
    else form.setErrors((failure as RequestFailure).errors ?? {})
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          <Trans>Scan the QR code with the app, then enter the 6-digit code that it shows.</Trans>
        </Text>
        <QrCode className={classes.qr} text={uri} label={t`QR code for your authenticator app`} />
        <Text size="xs" c="dimmed">
          <Trans>
            Can’t scan it? Enter this key in the app: <code className={classes.secret}>{secret}</code>
          </Trans>
        </Text>
        <TextInput
          label={t`Code`}
          size="md"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          data-autofocus
          {...form.getInputProps('code')}
        />
        {error && !(error as RequestFailure).errors && (
          <FormErrorAlert failure={error} text={t`Two-step sign-in could not be switched on`} />
        )}
        <Button type="submit" size="md" mih={48} loading={form.submitting}>
          <Trans>Switch on</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** Recovery codes of a second factor, shown once. */
function RecoveryCodes({ codes, close }: { codes: readonly string[]; close(): void }) {
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          Two-step sign-in is on. Keep these recovery codes away from your phone. If you lose the phone, each code signs
          you in once.
        </Trans>
      </Text>
      <ul className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Text c="dimmed" size="xs">
        <Trans>The codes are shown only once.</Trans>
      </Text>
      {error && (
        <Text size="xs">
          <Trans>The codes could not be copied. Select and copy them.</Trans>
        </Text>
      )}
      <Group grow>
        <Button
          variant="default"
          size="md"
          mih={48}
          data-autofocus
          leftSection={copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />}
          onClick={() => copy(codes.join('\n'))}
        >
          {copied ? t`Copied` : t`Copy`}
        </Button>
        <Button size="md" mih={48} onClick={close}>
          <Trans>I have saved the codes</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

/** Disables the second factor; requires the password and a code. */
export function DisableSecondFactorDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Switch off two-step sign-in`} opened={opened} close={close} busy={busy}>
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
    if (!data) return form.setErrors((failure as RequestFailure).errors ?? {})
    showToast('success', t`Two-step sign-in is off`, t`You now sign in with your password only.`)
    close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordField autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
        <TextInput
          label={t`Code from the app, or a recovery code`}
          size="md"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.getInputProps('code')}
        />
        {error && !(error as RequestFailure).errors && (
          <FormErrorAlert failure={error} text={t`Two-step sign-in could not be switched off`} />
        )}
        <DialogFooter act={t`Switch off`} close={close} pending={form.submitting} final />
      </Stack>
    </form>
  )
}
