/** Where the keyboard goes on after something that stood over the screen, when what opened it is gone by then. */
import { useLayoutEffect } from 'react'

/** The frame itself gives the focus back first, as its transition ends. */
const GIVEN_BACK_MS = 200

function withParents(element: Element | null): Element[] {
  return element ? [element, ...withParents(element.parentElement)] : []
}

/** With what opened it the place is not lost: the nearest part around it that can hold the focus has it then. */
export function useFocusAfter(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const places = withParents(document.activeElement).slice(1)
    return () => {
      setTimeout(() => {
        const place = places.find((element) => element.isConnected && element.hasAttribute('tabindex'))
        if (document.activeElement === document.body && place instanceof HTMLElement)
          place.focus({ preventScroll: true })
      }, GIVEN_BACK_MS)
    }
  }, [opened])
}
