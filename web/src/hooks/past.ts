/** For boards of the past: the time that they show, and that nothing on them can be changed. */
import { createContext, useContext } from 'react'

/** Epoch ms that stand in for the clock; null: the present. */
export const ClockContext = createContext<number | null>(null)

/** Why commands can't be given here; '' where they can. */
export const OffContext = createContext('')

export interface Off {
  disabled?: true
  title?: string
}

const ON: Off = {}

/** What goes, last, onto each button that changes something: where nothing can be changed it is disabled, and says why. */
export function useOff(): Off {
  const why = useContext(OffContext)
  return why ? { disabled: true, title: why } : ON
}
