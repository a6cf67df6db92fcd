/** Where the keyboard goes on when what had the focus is gone: at the part of the screen around it, not at the page's beginning. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What a reader takes for one thing. */
const PLACES = 'li, tr, section, article, main'
/** Dialogs and tables with keys of their own give the focus back by themselves until then. */
const GIVEN_BACK_MS = 200

function withParents(element: Element | null): Element[] {
  return element ? [element, ...withParents(element.parentElement)] : []
}

/** The places around the element that has the focus, the nearest first; none for who came with the mouse: a list is still as long as the focus is in it. */
const placesAround = (element: Element | null) =>
  element?.matches(':focus-visible') ? withParents(element.parentElement).filter((each) => each.matches(PLACES)) : []

function goOnIn(places: readonly Element[]): void {
  if (places.length === 0) return
  setTimeout(() => {
    const place = places.find((element) => element.isConnected)
    if (document.activeElement !== document.body || !(place instanceof HTMLElement)) return
    if (!place.hasAttribute('tabindex')) {
      place.tabIndex = -1
      place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
    }
    place.focus({ preventScroll: true })
  }, GIVEN_BACK_MS)
}

/** For what stands over the screen: what opened it may be gone when it closes. */
export function useFocusAfter(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const places = placesAround(document.activeElement)
    return () => goOnIn(places)
  }, [opened])
}

/** For a button that goes with what it does: answers its ref. */
export function useFocusBehind(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const drawn = button.current
    return () => goOnIn(document.activeElement === drawn ? placesAround(drawn) : [])
  }, [])
  return button
}
