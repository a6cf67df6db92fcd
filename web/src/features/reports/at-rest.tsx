/** What nobody sees while a table is scrolled, and costs as much as all else of its row: it is drawn when the table rests. */
import { createContext, type ReactNode, useContext, useState } from 'react'

/** Whether it rests. */
export const RestContext = createContext(true)

/** Once drawn it stays. `now`: it does not wait. */
export function AtRest({ now, children }: { now: boolean; children: ReactNode }) {
  const isDue = useContext(RestContext) || now
  const [isDrawn, setDrawn] = useState(isDue)
  if (isDue && !isDrawn) setDrawn(true)
  return isDrawn ? children : null
}
