/** A dumping site: whether it is in use and what it is called, and, by a fold of its own, how full it is and of what. */
import type { EventData } from '#contract/events.ts'
import { category, fold, nothingOf, unchanged } from '../kernel/category.ts'

/** A site while it is in use, and otherwise that it is not. */
export type SiteState = { open: false } | { open: true; facts: SiteFacts }
export type SiteFacts = Pick<EventData<'SiteOpened'>, 'name' | 'location' | 'coordinates'>

const inUse = (_: SiteState, { name, location, coordinates }: SiteFacts): SiteState => ({
  open: true,
  facts: { name, location, coordinates },
})

export const site = category<SiteState, 'site'>(
  'site',
  { open: false },
  { SiteOpened: inUse, SiteChanged: inUse, SiteClosed: () => ({ open: false }), SiteCompositionUpdated: unchanged },
)

/** How full a site is, and of what. */
export interface SiteLoad {
  open: boolean
  /** percent by material; none of them while nobody knows */
  composition: Readonly<Partial<Record<string, number>>>
  /** tonnes */
  maxCapacity: number
  /** tonnes */
  currentCapacity: number
  /** Updates so far. */
  updates: number
  /** The last of them. */
  last?: EventData<'SiteCompositionUpdated'>
}

export const siteLoad = fold<SiteLoad, 'site'>(
  'site',
  { open: false, composition: {}, maxCapacity: 0, currentCapacity: 0, updates: 0 },
  {
    SiteOpened: (state, { maxCapacity, currentCapacity, composition }) => ({
      ...state,
      open: true,
      maxCapacity,
      currentCapacity,
      composition,
    }),
    SiteClosed: (state) => ({ ...state, open: false }),
    SiteCompositionUpdated: (state, last) => {
      const { currentCapacity, composition, number: updates } = last
      return { ...state, currentCapacity, composition, updates, last }
    },
    ...nothingOf('SiteChanged'),
  },
)
