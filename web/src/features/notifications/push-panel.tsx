/** Settings of push notifications on this device: explanation, state, switch, test. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { failureTextOf } from '#web/lib/api/api.ts'
import { Badge, type BadgeTone } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './notifications.module.css'
import {
  type PushState,
  pushSubscription,
  useDropDeviceMutation,
  useKeepDeviceMutation,
  useLazyPushKeyQuery,
  useTestPushMutation,
} from './push.ts'

interface PushControl {
  /** State of the push subscription; undefined until known. */
  state: PushState | undefined
  pending: boolean
  /** Result of the user's last action, such as switching notifications on. */
  outcome: { good: boolean; text: string } | undefined
  switchOn(): void
  switchOff(): void
  test(): void
}

const noServiceText = () => t`Your browser’s push service could not be reached. Try again later.`
const noPermissionText = () => t`Notifications stay off, because you did not allow them in your browser.`

function usePush(userId: string): PushControl {
  const [state, setState] = useState<PushState>()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<PushControl['outcome']>()
  const [askKey] = useLazyPushKeyQuery()
  const [keepDevice] = useKeepDeviceMutation()
  const [dropDevice] = useDropDeviceMutation()
  const [testPush] = useTestPushMutation()
  useEffect(() => {
    void pushSubscription.state(userId).then(setState)
  }, [userId])

  /**
   * Runs an action on push notifications, unless another one is running.
   * Shows the outcome or the error, then reads this browser's push state again.
   */
  async function run(work: () => Promise<NonNullable<PushControl['outcome']>>, failure: string) {
    if (pending) return
    setPending(true)
    setOutcome(undefined)
    setOutcome(await work().catch((error: unknown) => ({ good: false, text: failureTextOf(error, failure) })))
    setState(await pushSubscription.state(userId))
    setPending(false)
  }

  async function subscribe() {
    const { key } = await askKey().unwrap()
    // The value `null` means that the push service failed; undefined means no permission.
    const body = await pushSubscription.subscribe(userId, key).catch(() => null)
    if (!body) return { good: false, text: body === null ? noServiceText() : noPermissionText() }
    const { message } = await keepDevice({ body })
      .unwrap()
      .catch(async (error: unknown) => {
        await pushSubscription.unsubscribe()
        throw error
      })
    return { good: true, text: message }
  }

  async function unsubscribe() {
    const endpoint = await pushSubscription.unsubscribe()
    if (!endpoint) return { good: true, text: t`Notifications were already off on this device.` }
    const { message } = await dropDevice({ body: { endpoint } }).unwrap()
    return { good: true, text: message }
  }

  async function test() {
    const known = await pushSubscription.known(userId)
    if (!known) return { good: false, text: t`Notifications are off on this device. Switch them on again.` }
    const { taken, message } = await testPush({ body: { endpoint: known.endpoint } }).unwrap()
    return { good: taken, text: message }
  }

  return {
    state,
    pending,
    outcome,
    switchOn: () => void run(subscribe, t`Notifications could not be switched on. Try again.`),
    switchOff: () =>
      void run(unsubscribe, t`Notifications are off on this device, but the server could not be reached.`),
    test: () => void run(test, t`The test could not be sent. Try again.`),
  }
}

const words = (): Record<PushState, { tone: BadgeTone; label: string; text: string }> => ({
  unsupported: {
    tone: 'plain',
    label: t`Not supported`,
    text: t`This browser can’t show notifications. On an iPhone or iPad, add WasteSense to the home screen first. On other devices, open WasteSense at an address that starts with https.`,
  },
  blocked: {
    tone: 'critical',
    label: t`Blocked`,
    text: t`This browser blocks notifications from WasteSense. Allow them in the browser’s settings for this site, then come back.`,
  },
  off: {
    tone: 'plain',
    label: t`Off`,
    text: t`Get the notifications that you chose above on this device, even when WasteSense is closed.`,
  },
  on: {
    tone: 'done',
    label: t`On for this device`,
    text: t`Notifications appear on this device even when WasteSense is closed. They stop when you log out or switch them off.`,
  },
})

export function PushPanel({ userId }: { userId: string }) {
  const { state, pending, outcome, switchOn, switchOff, test } = usePush(userId)
  const shown = state && words()[state]
  return (
    <Panel title={t`Notifications on this device`} aside={shown && <Badge tone={shown.tone}>{shown.label}</Badge>}>
      {shown ? <p className={classes.text}>{shown.text}</p> : <Skeleton height={44} />}
      {state && (
        <p className={classes.text}>
          <Trans>Notifications are encrypted. Your browser’s maker delivers them but can’t read them.</Trans>
        </p>
      )}
      <div className={classes.pushActions}>
        {state === 'off' && (
          <Button variant="default" loading={pending} onClick={switchOn}>
            <Trans>Switch on</Trans>
          </Button>
        )}
        {state === 'on' && (
          <>
            <Button variant="default" loading={pending} onClick={test}>
              <Trans>Send a test</Trans>
            </Button>
            <Button variant="subtle" color="gray" disabled={pending} onClick={switchOff}>
              <Trans>Switch off</Trans>
            </Button>
          </>
        )}
      </div>
      <p className={classes.outcome} role="status" data-good={outcome?.good}>
        {outcome?.text}
      </p>
    </Panel>
  )
}
