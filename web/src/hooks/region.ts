/** A part of the screen in which rows stay where they are while a hand is at it, and the place in it that tells of new ones. */
import { createContext, useMemo, useState } from 'react'

export interface Region {
  element: HTMLElement | null
  /** Where 'N new – show' stands: a place that moves no row. */
  news: HTMLElement | null
}

export const RegionContext = createContext<Region>({ element: null, news: null })

/** For what stands in a row: whether the row is only still here because a hand is at the list. */
export const GoneContext = createContext(false)

/** A region with the refs of its element and of its place for news; the value is for `RegionContext`. */
export function useRegion() {
  const [element, region] = useState<HTMLElement | null>(null)
  const [news, place] = useState<HTMLElement | null>(null)
  const value = useMemo(() => ({ element, news }), [element, news])
  return { value, region, place }
}
