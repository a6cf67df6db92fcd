/**
 * Sends the command of a form or button.
 * It stays busy until the feed has passed the command's position.
 * One intention never runs twice.
 */
import { useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { useAttempt } from '#web/lib/api/idempotent-attempt.ts'
import { usePending } from '#web/lib/feed/use-pending.ts'
import { toastCatchingUp } from '#web/ui/toasts.tsx'

export interface Command {
  pending: boolean
  /** Error of the last attempt. */
  failure: Failure | null
  /**
   * Returns the command's response once the room shows it, or undefined while another one runs.
   * Rejects with the api's Failure.
   * `body` determines the key: see `Attempt`.
   */
  send<T extends { position: string }>(body: unknown, command: (key: string) => Promise<T>): Promise<T | undefined>
}

/** `room` must show the change before the control is enabled again. */
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
