/** Makes scrolling elements reachable by keyboard. An element without focusable content gets the focus itself. */
import { useCallback, useState } from 'react'

const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex^="-"])'

/**
 * Returns the props of a scrolling element.
 * The Tab key reaches the element only if it overflows and contains no control.
 */
export function useKeyboardScrollable<E extends HTMLElement>() {
  const [isStop, setStop] = useState(false)
  const ref = useCallback((current: E) => {
    const look = () => setStop(overflows(current) && !current.querySelector(CONTROLS))
    const sizes = new ResizeObserver(look)
    const watch = () => {
      sizes.disconnect()
      for (const each of [current, ...current.children]) sizes.observe(each)
    }
    const content = new MutationObserver(watch)
    content.observe(current, { childList: true })
    watch()
    return () => {
      sizes.disconnect()
      content.disconnect()
    }
  }, [])
  return { ref, tabIndex: isStop ? 0 : undefined }
}

const overflows = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight > clientHeight || scrollWidth > clientWidth
