/** Whether the page is in front of somebody: what plays to nobody would be missed. */
import { useSyncExternalStore } from 'react'

function listen(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export const useWatched = (): boolean => useSyncExternalStore(listen, () => !document.hidden)
