/** Selection, order and titles of the site cards on a recycler's dashboard. */
import type { Site } from '#contract/views.ts'

/** The specification's two sites, found by a word in their name. */
const FIXED = [
  { word: 'north', title: 'North Dumping Site' },
  { word: 'south', title: 'South Dumping Site' },
] as const
/** Number of cards, also for other names. */
const CARDS = FIXED.length

export interface TitledSite {
  site: Site
  title: string
}

export interface SiteSelection {
  cards: readonly TitledSite[]
  /** All other sites. */
  rest: readonly Site[]
}

/** Returns the cards; `own` is the user's facility, which always comes first. */
export function selectSites(sites: readonly Site[], own: string | undefined): SiteSelection {
  const left = ownFirst(sites, own)
  const take = (index: number) => left.splice(index, 1)[0] as Site
  const cards: TitledSite[] = []
  for (const { word, title } of FIXED) {
    const found = left.findIndex(({ name }) => name.toLowerCase().includes(word))
    if (found >= 0) cards.push({ site: take(found), title })
  }
  while (left.length > 0 && (cards.length < CARDS || left[0]?.id === own)) {
    const site = take(0)
    cards.push({ site, title: site.name })
  }
  return { cards: cards.sort((a, b) => Number(b.site.id === own) - Number(a.site.id === own)), rest: left }
}

const ownFirst = (sites: readonly Site[], own: string | undefined) =>
  sites.toSorted((a, b) => Number(b.id === own) - Number(a.id === own))
