/** For boards of the past: the time that they show, and that nothing on them can be changed. */
import { createContext, useContext } from 'react'

/** Epoch ms that stand in for the clock; null: the present. */
export const ClockContext = createContext<number | null>(null)

/** What goes onto each button that changes something. */
export interface Off {
  disabled?: true
  /** Why. */
  title?: string
}

/** Empty where commands can be given. */
export const OffContext = createContext<Off>({})

/** For a button that changes something, as its last properties: where nothing can be changed it is disabled, and says why. */
export const useOff = () => useContext(OffContext)

/** The same for what waits for a network when there is none: it is off on boards of another time alone. */
export function useOffInPast(): Off {
  const off = useOff()
  const isPast = useContext(ClockContext) !== null
  return isPast ? off : {}
}
