/** Contexts of replays: the clock, and the state of commands. */
import { createContext, useContext } from 'react'

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
