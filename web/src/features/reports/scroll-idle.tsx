/** Defers invisible row actions while a table scrolls, because they cost half of a row's rendering. */
import { createContext, type ReactNode, useContext, useState } from 'react'

/** True while the table does not scroll. */
export const ScrollIdleContext = createContext(true)

/** Renders once and then stays; `now` skips the wait. */
export function WhenScrollIdle({ now, children }: { now: boolean; children: ReactNode }) {
  const isDue = useContext(ScrollIdleContext) || now
  const [isDrawn, setDrawn] = useState(isDue)
  if (isDue && !isDrawn) setDrawn(true)
  return isDrawn ? children : null
}
