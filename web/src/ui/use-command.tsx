/** Commands of a screen: sending them, undoing them, and their buttons. */

import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import { type RequestFailure, type SubjectOf, useAppDispatch, useIdempotentRunner } from '#web/lib/api/api.ts'
import { usePendingCommand } from '#web/lib/feed/use-room.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { showToast, toastSavedNotShownYet } from '#web/ui/toasts.tsx'
import type { UndoableChange, UndoToast } from './undo.tsx'

// If the focused element disappears, the surrounding part of the screen gets the focus.
// Otherwise the browser would continue at the page's top.

/** Elements that can receive the focus. */
const PLACES = 'li, tr, section, article, main'
/** Time in ms that closing dialogs and tables have to return the focus themselves. */
const RESTORE_DELAY_MS = 200

function withParents(element: Element | null): Element[] {
  return element ? [element, ...withParents(element.parentElement)] : []
}

/**
 * Returns the focusable ancestors of the focused element, nearest first.
 * Returns none after a mouse click, because focus inside a list would stop its rows from updating.
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

/** Restores the focus after an overlay closes whose opening button is gone. */
export function useRestoreFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const places = placesAround(document.activeElement)
    return () => focusFirst(places)
  }, [opened])
}

/**
 * Returns a ref for a button that disappears when pressed.
 * The focus then moves to an element around it.
 */
export function useRestoreFocusAfterRemoval(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const drawn = button.current
    return () => focusFirst(document.activeElement === drawn ? placesAround(drawn) : [])
  }, [])
  return button
}

// Command of a form or button.
// It is pending until the feed shows the command's result.
// It never runs twice at the same time.

export interface CommandState {
  pending: boolean
  /** Error of the command's last attempt, if it failed. */
  failure: RequestFailure | null
  /**
   * Runs a command, and returns its answer once the feed room shows the change.
   * Returns undefined while another command runs.
   * Rejects with a Failure.
   * `body` determines the idempotency key (see `Attempt`).
   */
  send<T extends { position: string }>(body: unknown, command: (key: string) => Promise<T>): Promise<T | undefined>
}

/**
 * Returns the state of a command that a form or button sends.
 * The form or button stays disabled until the feed's `room` shows the change.
 * For `subjectOf`, see its type.
 */
export function useCommand(room: RoomName, subjectOf?: SubjectOf): CommandState {
  const { pending, run } = usePendingCommand(room)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const attempt = useIdempotentRunner(subjectOf)

  return {
    pending,
    failure,
    async send(body, command) {
      setFailure(null)
      try {
        const done = await run(() => attempt(body, command))
        if (!done) return undefined
        if (!done.arrived) toastSavedNotShownYet()
        return done.answer
      } catch (error) {
        setFailure(error as RequestFailure)
        throw error
      }
    },
  }
}

/**
 * Returns a function that shows a finished change and offers undo for 8 seconds.
 * The code for undoing loads after the first change.
 */
export function useUndoOffer() {
  const dispatch = useAppDispatch()
  return (done: UndoableChange): Promise<void> => withUndo(done, ({ offerUndo }) => offerUndo(done, dispatch))
}

/**
 * Shows that a change is finished, with an Undo button.
 * The button calls the `undo` function of the change.
 */
export const showUndoableChange = (done: UndoToast): Promise<void> => withUndo(done, (code) => code.showUndoToast(done))

async function withUndo(
  { title, detail }: Pick<UndoToast, 'title' | 'detail'>,
  show: (code: typeof import('./undo.tsx')) => void,
): Promise<void> {
  try {
    show(await import('./undo.tsx'))
  } catch (error) {
    console.warn('The Undo button could not be loaded.', error)
    const noUndo = t`Undo is not available.`
    showToast('success', title, detail ? `${detail}. ${noUndo}` : noUndo)
  }
}

/**
 * Button that runs a command.
 * While commands are disabled, the button is too, and says why.
 */
export function CommandButton(props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button ref={useRestoreFocusAfterRemoval()} {...props} {...useCommandsDisabled()} />
}
