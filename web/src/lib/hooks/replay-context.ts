/** Contexts of replays: the clock, and the state of commands. */
import { createContext, useContext, useSyncExternalStore } from 'react'

/** Epoch ms that replace the clock; null for the present. */
export const ClockContext = createContext<number | null>(null)

/** Props of every button that runs a command. */
export interface DisabledProps {
  disabled?: true
  /** Reason. */
  title?: string
}

/** Empty while commands are enabled. */
export const CommandsDisabledContext = createContext<DisabledProps>({})

/** Returns the last props of a command button: disabled with a reason, or none. */
export const useCommandsDisabled = () => useContext(CommandsDisabledContext)

/** Returns the same for a command that works offline: disabled in replays alone. */
export function useDisabledInReplay(): DisabledProps {
  const off = useCommandsDisabled()
  const isPast = useContext(ClockContext) !== null
  return isPast ? off : {}
}

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
