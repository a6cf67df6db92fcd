/** React contexts of replays: the present time, and whether commands work. */
import { createContext, useContext, useSyncExternalStore } from 'react'

/**
 * Time in epoch ms that screens use instead of the clock.
 * Null if they use the clock.
 */
export const ClockContext = createContext<number | null>(null)

/** Props of every button that runs a command. */
export interface DisabledButtonProps {
  disabled?: true
  /** Tooltip with the reason why the button is disabled. */
  title?: string
}

/** Props that disable command buttons; empty while commands are enabled. */
export const CommandsDisabledContext = createContext<DisabledButtonProps>({})

/**
 * Returns props that disable a command button and give the reason.
 * They are empty while commands are enabled.
 * Spread them after all other props.
 */
export const useCommandsDisabled = () => useContext(CommandsDisabledContext)

/**
 * Returns props that disable a button in a replay, but not offline.
 * They are for commands that also work offline.
 */
export function useDisabledInReplay(): DisabledButtonProps {
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
 * Renders again only when this value changes.
 * In a replay, returns the replay's time.
 */
export function useNow(step: number): number {
  const past = useContext(ClockContext)
  return useSyncExternalStore(past === null ? subscribe : never, () => {
    const time = past ?? now
    return step > TICK_MS ? Math.floor(time / step) * step : time
  })
}
