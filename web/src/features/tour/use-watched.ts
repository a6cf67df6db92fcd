/** Visibility of the page, because the tour pauses in the background. */
import { useSyncExternalStore } from 'react'

function listen(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export const useWatched = (): boolean => useSyncExternalStore(listen, () => !document.hidden)
