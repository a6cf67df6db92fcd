/**
 * Moves the focus to the surrounding part of the screen when the focused element disappears.
 * Otherwise the browser would restart at the top of the page.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react'

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
