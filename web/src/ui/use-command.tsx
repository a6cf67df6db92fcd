/** Commands of a screen: sending one, undoing it, and its button. */

import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { useAppDispatch } from '#web/lib/api/store.ts'
import { usePending } from '#web/lib/feed/use-room.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { toast, toastCatchingUp } from '#web/ui/toasts.tsx'
import { useRestoreFocusAfterRemoval } from './restore-focus.ts'
import type { Undoable } from './undo.tsx'

// Sends the command of a form or button.
// It stays busy until the feed has passed the command's position.
// One intention never runs twice.

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

const NO_UNDO = 'Undo could not be loaded'

/**
 * Shows a finished change and offers undo for 8 seconds.
 * The code of undo loads after the first change.
 */
export function useUndo() {
  const dispatch = useAppDispatch()
  return async (done: Undoable): Promise<void> => {
    try {
      const { offerUndo } = await import('./undo.tsx')
      offerUndo(done, dispatch)
    } catch (error) {
      console.warn('The Undo button could not be loaded.', error)
      toast('success', done.title, [done.detail, NO_UNDO].filter(Boolean).join('. '))
    }
  }
}

/** A button of a command; disabled with a reason while commands are off. */
export function CommandButton(props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button ref={useRestoreFocusAfterRemoval()} {...props} {...useCommandsDisabled()} />
}
