/** Contexts of replays: the clock, and the state of commands. */
import { createContext, useContext } from 'react'

/** Epoch ms that replace the clock; null for the present. */
export const ClockContext = createContext<number | null>(null)

/** Props of every button that runs a command. */
export interface Off {
  disabled?: true
  /** Reason. */
  title?: string
}

/** Empty while commands are enabled. */
export const OffContext = createContext<Off>({})

/** Returns the last props of a command button: disabled with a reason, or none. */
export const useOff = () => useContext(OffContext)

/** Returns the same for a command that works offline: disabled in replays alone. */
export function useOffInPast(): Off {
  const off = useOff()
  const isPast = useContext(ClockContext) !== null
  return isPast ? off : {}
}
