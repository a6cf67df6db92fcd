/** Lets the keyboard scroll what scrolls: without a control of its own in it, the element itself takes the focus. */
import { useCallback, useState } from 'react'

const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex^="-"])'

/** Returns the props of an element that scrolls. It is a tab stop only while it needs to be one. */
export function useScroller<E extends HTMLElement>() {
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
