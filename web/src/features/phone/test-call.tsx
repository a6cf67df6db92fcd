/** A test call: sends a callback to the URL as the gateway does, and shows the answer. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PHONE_GATEWAY_NAMES } from '#contract/phone/gateways.ts'
import { newId } from '#web/lib/api/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { gatewayOfUrl, sendTestCallback, type TestCallbackAnswer, type UrlFault } from './callback-urls.ts'
import classes from './phone.module.css'

const faultTexts = (): Record<UrlFault, string> => ({
  'not-a-url': t`Enter the whole URL, from https:// to the end.`,
  'other-path': t`This is not a USSD callback URL. Such a URL contains /api/phone/ussd/, the gateway and the secret.`,
  'other-server': t`This URL belongs to another server. Open this page on that server to test it.`,
})

/** Sends a callback to the URL and shows the answer. */
export function CallbackTest({ url }: { url: string }) {
  const [answer, setAnswer] = useState<TestCallbackAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const found = gatewayOfUrl(url, window.location.origin)

  async function press() {
    if ('fault' in found) return
    setBusy(true)
    setAnswer(await sendTestCallback(found.gateway, found.url, `test-${newId()}`))
    setBusy(false)
  }

  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={busy} onClick={press}>
          <Trans>Test call</Trans>
        </Button>
        <Text size="xs" c="dimmed" flex={1} miw={200}>
          <Trans>This calls the server like the gateway. It creates no report.</Trans>
        </Text>
      </Group>
      <div role="status">{answer && <Answer answer={answer} />}</div>
    </Stack>
  )
}

function Answer({ answer: { status, screen } }: { answer: TestCallbackAnswer }) {
  if (screen !== undefined)
    return (
      <>
        <Text size="xs" mb={4}>
          <Trans>It works. The caller sees:</Trans>
        </Text>
        <pre className={classes.screen}>{screen}</pre>
      </>
    )
  const text =
    status === 0
      ? t`The server could not be reached.`
      : status === 404
        ? t`The secret in this URL is not valid. Create one, or replace it.`
        : t`The server answered with code ${{ status: String(status) }}, but sent no phone menu.`
  return (
    <Alert color="statusCritical" variant="light" title={t`The test call failed`}>
      {text}
    </Alert>
  )
}

/** Dialog that tests a URL which an admin copies from the gateway's settings. */
export function CallbackTestDialog({ opened, close }: { opened: boolean; close(): void }) {
  return (
    <Dialog title={t`Test a callback URL`} opened={opened} close={close} size="lg">
      <UrlToTest />
    </Dialog>
  )
}

function UrlToTest() {
  const [url, setUrl] = useState('')
  const [isLeft, setIsLeft] = useState(false)
  const found = gatewayOfUrl(url, window.location.origin)
  const fault = 'fault' in found ? found.fault : undefined
  return (
    <Stack gap="md">
      <TextInput
        label={t`Callback URL`}
        description={t`Copy it from the settings of the gateway. This server does not store secrets, so it cannot fill in the URL for you.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
        type="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        onBlur={() => setIsLeft(true)}
        error={isLeft && url && fault ? faultTexts()[fault] : undefined}
      />
      {'gateway' in found && (
        <>
          <Text>{t`Gateway: ${{ gateway: PHONE_GATEWAY_NAMES[found.gateway] }}`}</Text>
          <CallbackTest key={found.url} url={found.url} />
        </>
      )}
    </Stack>
  )
}
