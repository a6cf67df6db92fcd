/** Says in the browser's tab, too, that what is shown is not live. */
import { useEffect } from 'react'

/** Boards name the tab as they do when they are live; `mark` stands before whatever they say. */
export function useMarkedTitle(mark: string): void {
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
