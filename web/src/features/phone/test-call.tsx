/** Callback URLs of phone gateways, and a test call like the gateway's. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PHONE_GATEWAY_NAMES, PHONE_GATEWAYS, type PhoneGateway, USSD_ENDPOINTS } from '#contract/phone/gateways.ts'
import type { EndpointName } from '#contract/routes.ts'
import { lookUp } from '#domain/dictionary.ts'
import { createId } from '#web/lib/api/api.ts'
import { API_PREFIX, urlOf } from '#web/lib/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './phone.module.css'

/** Sends a test callback to the entered gateway URL and shows the answer. */
export function CallbackTest({ url }: { url: string }) {
  const [answer, setAnswer] = useState<TestCallbackAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const found = gatewayOfUrl(url, window.location.origin)

  async function press() {
    if ('fault' in found) return
    setBusy(true)
    setAnswer(await sendTestCallback(found.gateway, found.url, `test-${createId()}`))
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
      <div role="status">{answer && <TestCallResult answer={answer} />}</div>
    </Stack>
  )
}

function TestCallResult({ answer: { status, screen } }: { answer: TestCallbackAnswer }) {
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

/** Dialog that tests a URL copied from the gateway's settings. */
export function CallbackTestDialog({ opened, close }: { opened: boolean; close(): void }) {
  return (
    <Dialog title={t`Test a callback URL`} opened={opened} close={close} size="lg">
      <UrlTestForm />
    </Dialog>
  )
}

function UrlTestForm() {
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

export type CallbackUse = 'ussd' | 'sms' | 'delivery'

/**
 * Returns the URLs that the operator enters in the gateway's settings.
 * `origin` is the address of this installation.
 */
export function callbackUrlsOf(
  gateway: PhoneGateway,
  secret: string,
  origin: string,
): { use: CallbackUse; url: string }[] {
  const url = (name: EndpointName) => origin + urlOf(name, { id: secret })
  const ussd = { use: 'ussd' as const, url: url(USSD_ENDPOINTS[gateway]) }
  if (gateway !== 'africastalking') return [ussd]
  return [ussd, { use: 'sms', url: url('smsAfricasTalking') }, { use: 'delivery', url: url('deliveryAfricasTalking') }]
}

const USSD_CALLBACK_PATH = new RegExp(`^${API_PREFIX}/phone/ussd/(${PHONE_GATEWAYS.join('|')})/[\\w-]{20,100}$`)

/** Reasons why a URL cannot be called. */
type UrlFault = 'not-a-url' | 'other-path' | 'other-server'

const faultTexts = (): Record<UrlFault, string> => ({
  'not-a-url': t`Enter the whole URL, from https:// to the end.`,
  'other-path': t`This is not a USSD callback URL. Such a URL contains /api/phone/ussd/, the gateway and the secret.`,
  'other-server': t`This URL belongs to another server. Open this page on that server to test it.`,
})

/** Returns the gateway that a USSD callback URL belongs to, or the reason why the URL is wrong. */
export function gatewayOfUrl(
  text: string,
  origin: string,
): { gateway: PhoneGateway; url: string } | { fault: UrlFault } {
  const url = URL.parse(text.trim())
  if (!url) return { fault: 'not-a-url' }
  if (url.origin !== origin) return { fault: 'other-server' }
  const gateway = PHONE_GATEWAYS.find((known) => known === USSD_CALLBACK_PATH.exec(url.pathname)?.[1])
  return gateway ? { gateway, url: url.href } : { fault: 'other-path' }
}

/**
 * Example number in Ghana, which makes the test call.
 * The test call has no input, so it changes no data.
 */
const CALLER_NUMBER = '233231234567'

interface TestCallFormat {
  type: string
  body(session: string): string
  /** Returns the phone screen's text from the server's answer to a callback, if it has one. */
  read(answer: string): string | undefined
}

const toJson = (fields: object) => JSON.stringify(fields)

/** Returns a function that extracts a text field from a JSON answer. */
const readTextField = (name: string) => (answer: string) => {
  try {
    const text = lookUp(JSON.parse(answer) as Record<string, unknown>, name)
    return typeof text === 'string' ? text : undefined
  } catch {
    // If the answer has an unexpected format, returns undefined.
    // The dialog then explains the problem.
    return undefined
  }
}

/** Test request per gateway: a caller dials the service code. */
export const TEST_CALLBACK_FORMATS: Record<PhoneGateway, TestCallFormat> = {
  arkesel: {
    type: 'application/json',
    body: (sessionID) => toJson({ sessionID, userID: 'test', newSession: true, msisdn: CALLER_NUMBER, userData: '*' }),
    read: readTextField('message'),
  },
  hubtel: {
    type: 'application/json',
    body: (SessionId) => toJson({ SessionId, Mobile: CALLER_NUMBER, Type: 'Initiation', Message: '*', Sequence: 1 }),
    read: readTextField('Message'),
  },
  nalo: {
    type: 'application/json',
    body: (SESSIONID) => toJson({ SESSIONID, USERID: 'test', MSISDN: CALLER_NUMBER, USERDATA: '*', MSGTYPE: true }),
    read: readTextField('MSG'),
  },
  africastalking: {
    type: 'application/x-www-form-urlencoded',
    body: (sessionId) => new URLSearchParams({ sessionId, phoneNumber: `+${CALLER_NUMBER}`, text: '' }).toString(),
    read: (answer) => /^(?:CON|END) ([\s\S]*)$/.exec(answer)?.[1],
  },
}

interface TestCallbackAnswer {
  /** HTTP status of the answer; 0 if there was none. */
  status: number
  screen?: string
}

/** Sends a callback as the gateway does when a person dials. */
async function sendTestCallback(gateway: PhoneGateway, url: string, session: string): Promise<TestCallbackAnswer> {
  const { type, body, read } = TEST_CALLBACK_FORMATS[gateway]
  try {
    const headers = { 'Content-Type': type }
    const answer = await fetch(url, { method: 'POST', headers, body: body(session), credentials: 'omit' })
    const screen = read(await answer.text())
    return { status: answer.status, ...(screen !== undefined && { screen }) }
  } catch {
    // Status 0 means that no answer came.
    // The dialog then says this.
    return { status: 0 }
  }
}
