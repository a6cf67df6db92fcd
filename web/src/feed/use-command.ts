/** Sends the command of a form or a button: busy until the feed has come past it, and never twice for one intention. */
import { useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Failure } from '#web/calls/api.ts'
import { useAttempt } from '#web/calls/attempt.ts'
import { toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from './use-pending.ts'

export interface Command {
  pending: boolean
  /** Why the last attempt failed. */
  failure: Failure | null
  /**
   * Answers the command's answer once the room has shown it, or undefined when one is under way. Rejects with the api's
   * Failure. `body`: what is sent, of which its key depends: see `Attempt`.
   */
  send<T extends { position: string }>(body: unknown, command: (key: string) => Promise<T>): Promise<T | undefined>
}

/** `room` is the one that must show the change before the control is free again. */
export function useCommand(room: RoomName): Command {
  const { pending, run } = usePending(room)
  const [failure, setFailure] = useState<Failure | null>(null)
  const attempt = useAttempt()

  return {
    pending,
    failure,
    async send(body, command) {
      setFailure(null)
      try {
        const done = await run(() => attempt(body, command))
        if (!done) return undefined
        if (!done.arrived) toastCatchingUp()
        return done.answer
      } catch (error) {
        setFailure(error as Failure)
        throw error
      }
    },
  }
}
