/** One clock for all that shows an age, so that a thousand rows need no thousand timers. */
import { useSyncExternalStore } from 'react'

const TICK_MS = 1_000
const readers = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(reader: () => void) {
  if (readers.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const read of readers) read()
    }, TICK_MS)
  }
  readers.add(reader)
  return () => {
    readers.delete(reader)
    if (readers.size === 0) clearInterval(timer)
  }
}

/** The time, epoch ms, rounded down to `step` ms (at least 1,000); the component renders again only when that changes. */
export function useNow(step: number): number {
  return useSyncExternalStore(subscribe, () => (step > TICK_MS ? Math.floor(now / step) * step : now))
}
