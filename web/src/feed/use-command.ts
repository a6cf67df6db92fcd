/** Sends the command of a form or a button: busy until the feed has come past it, and never twice for one intention. */
import { useRef, useState } from 'react'
import type { RoomName } from '#contract/feed.ts'
import { type Failure, idempotencyKey } from '#web/app/api.ts'
import { toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from './use-pending.ts'

export interface Command {
  pending: boolean
  /** Why the last attempt failed. */
  failure: Failure | null
  /**
   * Answers the command's answer once the room has shown it, or undefined when one is under way. Rejects with the api's
   * Failure. `body`: what is sent; the key stays the same as long as it does, so that a retry changes nothing twice.
   */
  send<T extends { position: string }>(body: unknown, command: (key: string) => Promise<T>): Promise<T | undefined>
}

/** `room` is the one that must show the change before the control is free again. */
export function useCommand(room: RoomName): Command {
  const { pending, run } = usePending(room)
  const [failure, setFailure] = useState<Failure | null>(null)
  const attempt = useRef({ sent: '', key: '' })

  return {
    pending,
    failure,
    async send(body, command) {
      const sent = JSON.stringify(body)
      if (sent !== attempt.current.sent) attempt.current = { sent, key: idempotencyKey() }
      setFailure(null)
      try {
        const done = await run(() => command(attempt.current.key))
        if (!done) return undefined
        // Done: the same once more is another intention.
        attempt.current = { sent: '', key: '' }
        if (!done.arrived) toastCatchingUp()
        return done.answer
      } catch (error) {
        setFailure(error as Failure)
        throw error
      }
    },
  }
}
