/** Contexts of replays: the time, and whether commands are enabled. */
import { createContext, useContext, useSyncExternalStore } from 'react'

/** Time that replaces the clock's, in epoch ms; null for the present. */
export const ClockContext = createContext<number | null>(null)

/** Props of every button that runs a command. */
export interface DisabledProps {
  disabled?: true
  /** Reason. */
  title?: string
}

/** Props that disable command buttons; empty while commands are enabled. */
export const CommandsDisabledContext = createContext<DisabledProps>({})

/**
 * Returns props that disable a command button with a reason, or none.
 * Spread them after all other props.
 */
export const useCommandsDisabled = () => useContext(CommandsDisabledContext)

/** Returns these props for a command that works offline: it is disabled in replays only. */
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
 * The component renders only when this value changes.
 * In a replay it is the replay's time.
 */
export function useNow(step: number): number {
  const past = useContext(ClockContext)
  return useSyncExternalStore(past === null ? subscribe : never, () => {
    const time = past ?? now
    return step > TICK_MS ? Math.floor(time / step) * step : time
  })
}
