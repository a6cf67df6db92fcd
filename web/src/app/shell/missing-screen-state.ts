/**
 * Whether the current screen's code is missing.
 * The strip then refers to the screens that were opened before.
 */
import { useSyncExternalStore } from 'react'

let missing = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  missing += by
  for (const listen of listeners) listen()
}

/** Marks the screen as missing until the returned function runs. */
export function markScreenMissing(): () => void {
  count(1)
  return () => count(-1)
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const useIsScreenMissing = (): boolean => useSyncExternalStore(subscribe, () => missing > 0)
