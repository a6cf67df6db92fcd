/** Push settings of this browser: state, switch and test result. */
import { useEffect, useState } from 'react'
import { failureText } from '#web/calls/api.ts'
import { useDropDeviceMutation, useKeepDeviceMutation, useLazyPushKeyQuery, useTestPushMutation } from './push-calls.ts'
import { type PushState, thisBrowser } from './this-browser.ts'

export interface PushControl {
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

export function usePush(userId: string): PushControl {
  const [state, setState] = useState<PushState>()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<PushControl['outcome']>()
  const [askKey] = useLazyPushKeyQuery()
  const [keepDevice] = useKeepDeviceMutation()
  const [dropDevice] = useDropDeviceMutation()
  const [testPush] = useTestPushMutation()
  useEffect(() => {
    void thisBrowser.state(userId).then(setState)
  }, [userId])

  /** Runs one action at a time, shows its error and reloads the state. */
  async function run(work: () => Promise<NonNullable<PushControl['outcome']>>, failure: string) {
    if (pending) return
    setPending(true)
    setOutcome(undefined)
    setOutcome(await work().catch((error: unknown) => ({ good: false, text: failureText(error, failure) })))
    setState(await thisBrowser.state(userId))
    setPending(false)
  }

  async function subscribe() {
    const { key } = await askKey().unwrap()
    // The outcome reports the failure of the push service.
    const body = await thisBrowser.subscribe(userId, key).catch(() => null)
    if (!body) return { good: false, text: body === null ? NO_SERVICE : NO_LEAVE }
    const { message } = await keepDevice({ body })
      .unwrap()
      .catch(async (error: unknown) => {
        await thisBrowser.unsubscribe()
        throw error
      })
    return { good: true, text: message }
  }

  async function unsubscribe() {
    const endpoint = await thisBrowser.unsubscribe()
    if (!endpoint) return { good: true, text: 'Nothing was pushed to this device.' }
    const { message } = await dropDevice({ body: { endpoint } }).unwrap()
    return { good: true, text: message }
  }

  async function test() {
    const known = await thisBrowser.known(userId)
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
