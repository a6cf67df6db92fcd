/** Commands of a screen: sending one, undoing it, and its button. */

import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { useAppDispatch } from '#web/lib/api/store.ts'
import { usePending } from '#web/lib/feed/use-room.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { toast, toastCatchingUp } from '#web/ui/toasts.tsx'
import type { Undoable, UndoToast } from './undo.tsx'

// Moves the focus to the surrounding part of the screen when the focused element disappears.
// Otherwise the browser would restart at the top of the page.

/** Elements that receive the focus. */
const PLACES = 'li, tr, section, article, main'
/** Time in which dialogs and keyboard-driven tables return the focus themselves. */
const RESTORE_DELAY_MS = 200

function withParents(element: Element | null): Element[] {
  return element ? [element, ...withParents(element.parentElement)] : []
}

/**
 * Returns the containers of the focused element, nearest first.
 * Returns none after a mouse click, because a focused list freezes its rows.
 */
const placesAround = (element: Element | null) =>
  element?.matches(':focus-visible') ? withParents(element.parentElement).filter((each) => each.matches(PLACES)) : []

function focusFirst(places: readonly Element[]): void {
  if (places.length === 0) return
  setTimeout(() => {
    const place = places.find((element) => element.isConnected)
    if (document.activeElement !== document.body || !(place instanceof HTMLElement)) return
    if (!place.hasAttribute('tabindex')) {
      place.tabIndex = -1
      place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
    }
    place.focus({ preventScroll: true })
  }, RESTORE_DELAY_MS)
}

/** Restores the focus after an overlay closes whose opener may be gone. */
export function useRestoreFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const places = placesAround(document.activeElement)
    return () => focusFirst(places)
  }, [opened])
}

/** Returns the ref of a button that its own action removes. */
export function useRestoreFocusAfterRemoval(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const drawn = button.current
    return () => focusFirst(document.activeElement === drawn ? placesAround(drawn) : [])
  }, [])
  return button
}

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

/**
 * Shows a finished change and offers undo for 8 seconds.
 * The code of undo loads after the first change.
 */
export function useUndo() {
  const dispatch = useAppDispatch()
  return (done: Undoable): Promise<void> => withUndo(done, ({ offerUndo }) => offerUndo(done, dispatch))
}

/** Shows a finished change with an undo of the caller's own. */
export const showUndo = (done: UndoToast): Promise<void> => withUndo(done, (code) => code.showUndo(done))

async function withUndo(
  { title, detail }: Pick<UndoToast, 'title' | 'detail'>,
  show: (code: typeof import('./undo.tsx')) => void,
): Promise<void> {
  try {
    show(await import('./undo.tsx'))
  } catch (error) {
    console.warn('The Undo button could not be loaded.', error)
    const noUndo = t`Undo is not available.`
    toast('success', title, detail ? `${detail}. ${noUndo}` : noUndo)
  }
}

/** A button of a command; disabled with a reason while commands are off. */
export function CommandButton(props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button ref={useRestoreFocusAfterRemoval()} {...props} {...useCommandsDisabled()} />
}
