/** One shared timer for all ages, so that a thousand rows need no thousand timers. */
import { useContext, useSyncExternalStore } from 'react'
import { ClockContext } from './replay-context.ts'

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

const never = () => () => undefined

/**
 * Returns the time in epoch ms, rounded down to `step` ms (at least 1,000).
 * The component renders only when that changes.
 * In a replay it is the replay's time.
 */
export function useNow(step: number): number {
  const past = useContext(ClockContext)
  return useSyncExternalStore(past === null ? subscribe : never, () => {
    const time = past ?? now
    return step > TICK_MS ? Math.floor(time / step) * step : time
  })
}
