/** Sends one change of a user: busy until the feed has come past it, then the lists are fetched again. */
import { useRef, useState } from 'react'
import { type Failure, idempotencyKey } from '#web/app/api.ts'
import { useAppDispatch } from '#web/app/store.ts'
import { toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from '#web/feed/use-pending.ts'
import { usersChanged } from './calls.ts'

/** Answers the change's answer, or undefined when it failed (then `failure` says why) or one is under way. */
export function useChange() {
  const dispatch = useAppDispatch()
  const { pending, run } = usePending('zones')
  const [failure, setFailure] = useState<Failure | null>(null)
  // The same key as long as the same is sent, so that a retry after a lost answer changes nothing twice.
  const attempt = useRef({ sent: '', key: '' })

  async function send<T extends { position: string }>(body: unknown, command: (key: string) => Promise<T>) {
    const sent = JSON.stringify(body)
    if (sent !== attempt.current.sent) attempt.current = { sent, key: idempotencyKey() }
    setFailure(null)
    try {
      const done = await run(() => command(attempt.current.key))
      if (!done) return undefined
      dispatch(usersChanged())
      if (!done.arrived) toastCatchingUp()
      return done.answer
    } catch (error) {
      setFailure(error as Failure)
      throw error
    }
  }

  return { pending, failure, send }
}
