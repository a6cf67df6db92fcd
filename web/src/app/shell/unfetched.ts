/** Whether the screen that was asked for is missing: the strip then speaks of the screens that were opened before. */
import { useSyncExternalStore } from 'react'

let missing = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  missing += by
  for (const listen of listeners) listen()
}

/** Marks the screen as missing until the returned function is called. */
export function markUnfetched(): () => void {
  count(1)
  return () => count(-1)
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const useIsUnfetched = (): boolean => useSyncExternalStore(subscribe, () => missing > 0)
