/** Marks the browser tab's title of a screen that is not live. */
import { useEffect } from 'react'

/** Prefixes the title with `mark`; screens set the title as usual. */
export function useTitlePrefix(mark: string): void {
  useEffect(() => {
    const before = `${mark} · `
    const put = () => {
      if (!document.title.startsWith(before)) document.title = before + document.title
    }
    put()
    const changes = new MutationObserver(put)
    changes.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => changes.disconnect()
  }, [mark])
}
