/**
 * State of a dumping site: open or closed, and its facts.
 * Another fold computes the site's load and composition.
 */
import type { EventData } from '#contract/events.ts'
import { defineAggregate, defineFold, ignoreEvents, keepStateUnchanged } from '../kernel/category.ts'

/** State of a site: open, with name, location and coordinates, or closed. */
export type SiteState = { open: false } | { open: true; facts: SiteFacts }
type SiteFacts = Pick<EventData<'SiteOpened'>, 'name' | 'location' | 'coordinates'>

const inUse = (_: SiteState, { name, location, coordinates }: SiteFacts): SiteState => ({
  open: true,
  facts: { name, location, coordinates },
})

export const siteAggregate = defineAggregate<SiteState, 'site'>(
  'site',
  { open: false },
  {
    SiteOpened: inUse,
    SiteChanged: inUse,
    SiteClosed: () => ({ open: false }),
    SiteCompositionUpdated: keepStateUnchanged,
  },
)

export interface SiteContents {
  open: boolean
  /** Percent by material; empty while unknown. */
  composition: Readonly<Partial<Record<string, number>>>
  /** Capacity in tonnes. */
  maxCapacity: number
  /** Present contents of the site, in tonnes. */
  currentCapacity: number
  /** Number of updates of the site's contents. */
  updates: number
  /** Data of the site's latest composition update; absent before the first. */
  last?: EventData<'SiteCompositionUpdated'>
}

export const siteContentsFold = defineFold<SiteContents, 'site'>(
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
    ...ignoreEvents('SiteChanged'),
  },
)
