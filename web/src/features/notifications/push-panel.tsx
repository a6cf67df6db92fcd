/** Settings of pushes on this device: explanation, state, switch and test. */
import { Button, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { failureText } from '#web/lib/api/api.ts'
import { Badge, type Tone } from '#web/ui/marks.tsx'
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
  /** Undefined until known. */
  state: PushState | undefined
  pending: boolean
  /** Result of the last action. */
  outcome: { good: boolean; text: string } | undefined
  switchOn(): void
  switchOff(): void
  test(): void
}

const NO_SERVICE = 'Your browser’s push service could not be reached. Nothing was switched on; try again later.'
const NO_LEAVE = 'Your browser was not given leave to show notifications. Nothing was switched on.'

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

  /** Runs one action at a time, shows its error and reloads the state. */
  async function run(work: () => Promise<NonNullable<PushControl['outcome']>>, failure: string) {
    if (pending) return
    setPending(true)
    setOutcome(undefined)
    setOutcome(await work().catch((error: unknown) => ({ good: false, text: failureText(error, failure) })))
    setState(await pushSubscription.state(userId))
    setPending(false)
  }

  async function subscribe() {
    const { key } = await askKey().unwrap()
    // The outcome reports the failure of the push service.
    const body = await pushSubscription.subscribe(userId, key).catch(() => null)
    if (!body) return { good: false, text: body === null ? NO_SERVICE : NO_LEAVE }
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
    if (!endpoint) return { good: true, text: 'Nothing was pushed to this device.' }
    const { message } = await dropDevice({ body: { endpoint } }).unwrap()
    return { good: true, text: message }
  }

  async function test() {
    const known = await pushSubscription.known(userId)
    if (!known) return { good: false, text: 'This device takes no pushes any more. Switch them on anew.' }
    const { taken, message } = await testPush({ body: { endpoint: known.endpoint } }).unwrap()
    return { good: taken, text: message }
  }

  return {
    state,
    pending,
    outcome,
    switchOn: () => void run(subscribe, 'Notifications could not be switched on. Try again.'),
    switchOff: () => void run(unsubscribe, 'This device is silent, but the server could not be told yet.'),
    test: () => void run(test, 'The test could not be sent. Try again.'),
  }
}

const words: Record<PushState, { tone: Tone; label: string; text: string }> = {
  unsupported: {
    tone: 'plain',
    label: 'Not supported',
    text: 'This browser can’t show them here. On an iPhone or iPad, add WasteSense to the home screen first; elsewhere the page must be opened over https.',
  },
  blocked: {
    tone: 'critical',
    label: 'Blocked',
    text: 'This browser was told not to show notifications of WasteSense. Allow them in its settings for this site, then come back.',
  },
  off: {
    tone: 'plain',
    label: 'Off',
    text: 'They appear on this device also while WasteSense is closed: those that you chose above, and nothing else.',
  },
  on: {
    tone: 'done',
    label: 'On for this device',
    text: 'They appear on this device also while WasteSense is closed, until you sign out or switch them off.',
  },
}

export function PushPanel({ userId }: { userId: string }) {
  const { state, pending, outcome, switchOn, switchOff, test } = usePush(userId)
  return (
    <Panel
      title="Notifications on this device"
      aside={state && <Badge tone={words[state].tone}>{words[state].label}</Badge>}
    >
      {state ? <p className={classes.text}>{words[state].text}</p> : <Skeleton height={44} />}
      {state && (
        <p className={classes.text}>
          Your browser’s maker carries them, encrypted: it learns that one came, not what it says.
        </p>
      )}
      <div className={classes.pushActions}>
        {state === 'off' && (
          <Button variant="default" loading={pending} onClick={switchOn}>
            Switch on
          </Button>
        )}
        {state === 'on' && (
          <>
            <Button variant="default" loading={pending} onClick={test}>
              Send a test
            </Button>
            <Button variant="subtle" color="gray" disabled={pending} onClick={switchOff}>
              Switch off
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
