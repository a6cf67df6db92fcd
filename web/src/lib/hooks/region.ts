/** A part of the screen that freezes its rows during interaction and has a slot for news. */
import { createContext, useMemo, useState } from 'react'

export interface FreezeRegion {
  element: HTMLElement | null
  /** Slot of 'N new – show', which moves no row. */
  news: HTMLElement | null
}

export const FreezeRegionContext = createContext<FreezeRegion>({ element: null, news: null })

/** True in a removed row that stays frozen during interaction. */
export const RowRemovedContext = createContext(false)

/** Returns a region with refs for its element and news slot; the value is for `RegionContext`. */
export function useFreezeRegion() {
  const [element, region] = useState<HTMLElement | null>(null)
  const [news, place] = useState<HTMLElement | null>(null)
  const value = useMemo(() => ({ element, news }), [element, news])
  return { value, region, place }
}
