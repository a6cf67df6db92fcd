/** Whether an element has more in it than it shows, as it and what is in it change. */
import { useEffect, useRef, useState } from 'react'

export function useOverflow<E extends HTMLElement>() {
  const element = useRef<E>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const look = () => setOverflows(current.scrollHeight > current.clientHeight)
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
  return { element, overflows }
}
