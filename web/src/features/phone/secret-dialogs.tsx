/** Dialogs that create, replace and revoke the secret of a gateway. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { PhoneGatewayView } from '#contract/phone/views.ts'
import { useAppDispatch } from '#web/lib/api/api.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import {
  invalidateGateways,
  useCreateGatewaySecretMutation,
  useRevokeGatewaySecretMutation,
} from './gateway-panels.tsx'
import classes from './phone.module.css'
import { CallbackTest, type CallbackUse, callbackUrlsOf } from './test-call.tsx'

interface GatewayDialogProps {
  gateway: PhoneGatewayView | null
  close(): void
}

/**
 * Dialog that creates or replaces a phone gateway's secret.
 * The dialog shows the secret once, in the callback URL.
 */
export function CreateSecretDialog({ gateway, close }: GatewayDialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const name = gateway?.name ?? ''
  function done() {
    close()
    setSecret(null)
    setBusy(false)
  }
  const title = secret
    ? t`Callback URL of ${{ gateway: name }}`
    : gateway?.secrets.length
      ? t`Replace the secret of ${{ gateway: name }}?`
      : t`Create a secret for ${{ gateway: name }}`
  return (
    <Dialog title={title} opened={gateway !== null} close={done} busy={busy} size="lg">
      {gateway &&
        (secret ? (
          <ShownOnce gateway={gateway} secret={secret} kept={() => setBusy(false)} close={done} />
        ) : (
          <CreateQuestion gateway={gateway} created={setSecret} close={done} setBusy={setBusy} />
        ))}
    </Dialog>
  )
}

/** Says what happens to the gateway's present secrets. */
function Consequence({ gateway: { name, secrets } }: { gateway: PhoneGatewayView }) {
  const now = useNow(0)
  const [newest, older] = secrets
  if (!newest)
    return (
      <Text>
        {t`The secret is part of the address that ${{ gateway: name }} calls. It is shown only once, in the next step.`}
      </Text>
    )
  return (
    <>
      <Text>
        <Trans>
          The current secret stays valid, so that no call is lost. Once you have entered the new URL at the gateway,
          revoke the replaced secret.
        </Trans>
      </Text>
      {older && (
        <Text>{t`The older secret, created ${{ time: formatRecentTime(older.createdAt, now) }}, stops working now.`}</Text>
      )}
    </>
  )
}

interface CreateQuestionProps {
  gateway: PhoneGatewayView
  created(secret: string): void
  close(): void
  setBusy(busy: boolean): void
}

function CreateQuestion({ gateway, created, close, setBusy }: CreateQuestionProps) {
  const dispatch = useAppDispatch()
  const { pending, failure, send } = useCommand('zones')
  const [create] = useCreateGatewaySecretMutation()
  const { id, secrets } = gateway
  const replaces = secrets.length > 0

  async function press() {
    setBusy(true)
    const body = { replace: replaces }
    // Ignores the error here, because the dialog shows it in an alert.
    const done = await send([id, body], (key) => create({ id, body, key }).unwrap()).catch(() => undefined)
    if (!done) return setBusy(false)
    // The dialog stays busy, so the user cannot close it before copying the new callback URL.
    created(done.secret)
    dispatch(invalidateGateways())
  }

  return (
    <Stack gap="md">
      <Consequence gateway={gateway} />
      <ChangeErrorAlert failure={failure} text={t`The secret could not be created`} />
      <DialogFooter act={replaces ? t`Replace` : t`Create secret`} onAct={press} close={close} pending={pending} />
    </Stack>
  )
}

const labels = (): Record<CallbackUse, string> => ({
  ussd: t`USSD callback URL`,
  sms: t`SMS callback URL`,
  delivery: t`SMS delivery report URL`,
})

interface ShownOnceProps {
  gateway: PhoneGatewayView
  secret: string
  /** Called when the user has copied one of the gateway's URLs. */
  kept(): void
  close(): void
}

function ShownOnce({ gateway: { id, name }, secret, kept, close }: ShownOnceProps) {
  const urls = callbackUrlsOf(id, secret, window.location.origin)
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          Copy the URL into the settings of <span>{name}</span> now. It is not shown again. Anyone who has it can report
          in other people’s names, so share it with nobody else.
        </Trans>
      </Text>
      <div className={classes.urls}>
        {urls.map(({ use, url }) => (
          <CopiedUrl key={use} label={labels()[use]} url={url} kept={kept} />
        ))}
      </div>
      <CallbackTest url={urls[0]?.url ?? ''} />
      <Group justify="end">
        <Button variant="default" size="md" mih={48} onClick={close}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

function CopiedUrl({ label, url, kept }: { label: string; url: string; kept(): void }) {
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <div>
      <div className={classes.urlHead}>
        <span className={classes.use}>{label}</span>
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden="true" />}
          aria-label={accessibleActionNameOf(copied ? t`Copied` : t`Copy`, label)}
          onClick={() => {
            copy(url)
            kept()
          }}
        >
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <output className={classes.url} aria-label={label} translate="no">
        {url}
      </output>
      {error && (
        <Text size="xs">
          <Trans>Copying failed. Select the URL and copy it.</Trans>
        </Text>
      )}
    </div>
  )
}

/** Dialog that revokes the replaced secret of a gateway, or all its secrets. */
export function RevokeSecretDialog({ gateway, close }: GatewayDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={t`Revoke the secret of ${{ gateway: gateway?.name ?? '' }}?`}
      opened={gateway !== null}
      close={close}
      busy={busy}
    >
      {gateway && <RevokeQuestion key={gateway.id} gateway={gateway} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

interface RevokeQuestionProps {
  gateway: PhoneGatewayView
  close(): void
  setBusy(busy: boolean): void
}

function RevokeQuestion({ gateway: { id, name, secrets }, close, setBusy }: RevokeQuestionProps) {
  const dispatch = useAppDispatch()
  const now = useNow(0)
  const { pending, failure, send } = useCommand('zones')
  const [revoke] = useRevokeGatewaySecretMutation()
  const [newest, older] = secrets
  const [which, setWhich] = useState<'replaced' | 'all'>(older ? 'replaced' : 'all')

  async function press() {
    setBusy(true)
    const body = { which }
    // `send` stores the error in `failure`, and the dialog shows it.
    const done = await send([id, body], (key) => revoke({ id, body, key }).unwrap()).catch(() => undefined)
    setBusy(false)
    if (!done) return
    dispatch(invalidateGateways())
    showToast('success', t`Secret revoked`, done.message)
    close()
  }

  return (
    <Stack gap="md">
      {older && newest && (
        <NativeSelect
          label={t`Secret`}
          size="md"
          value={which}
          onChange={({ currentTarget }) => setWhich(currentTarget.value as typeof which)}
          data={[
            {
              value: 'replaced',
              label: t`The replaced secret, created ${{ time: formatRecentTime(older.createdAt, now) }}`,
            },
            { value: 'all', label: t`Both` },
          ]}
        />
      )}
      <Text>
        {which === 'replaced'
          ? t`Calls with the replaced secret are refused at once. The secret created ${{ time: formatRecentTime(newest?.createdAt ?? '', now) }} stays valid.`
          : t`All calls of ${{ gateway: name }} are refused at once, and people who dial get an error from their operator. This can’t be undone, but you can create a new secret.`}
      </Text>
      <ChangeErrorAlert failure={failure} text={t`The secret could not be revoked`} />
      <DialogFooter act={t`Revoke`} onAct={press} close={close} pending={pending} final />
    </Stack>
  )
}
