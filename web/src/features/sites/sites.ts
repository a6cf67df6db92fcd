/** Texts, search and drafts of sites. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Site } from '#contract/views.ts'
import { amount, numberIn, withUnit } from '#web/lib/format/numbers.ts'
import { inCity } from '#web/lib/format/times.ts'
import { percentsOf, type Shares, sharesOf } from '#web/ui/materials/shares.ts'

const dateAndTime = inCity({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })

/** Formats as '5 Jan 2026, 14:15'. */
export function lastUpdated({ lastUpdated: iso }: Pick<Site, 'lastUpdated'>): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? 'Unknown time' : dateAndTime(at)
}

/** Formats as '754.2 of 1,000 t'. */
export const loadText = ({ currentCapacity, maxCapacity }: Pick<Site, 'currentCapacity' | 'maxCapacity'>) =>
  `${amount(currentCapacity)} of ${withUnit(amount(maxCapacity), 't')}`

/** The specification's two sites, found by a word in their name. */
const FIXED = [
  { word: 'north', title: 'North Dumping Site' },
  { word: 'south', title: 'South Dumping Site' },
] as const
/** Number of cards, also for other names. */
const CARDS = FIXED.length

interface TitledSite {
  site: Site
  title: string
}

interface SiteSelection {
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

interface CompositionDraft extends Shares {
  currentCapacity: string
  weight: string
}

export const draftOf = (site: Site): CompositionDraft => ({
  ...sharesOf(site),
  currentCapacity: String(site.currentCapacity),
  weight: '',
})

/** Returns the request; the schema reports invalid values. */
export function compositionBody(draft: CompositionDraft): RequestOf<'updateComposition'> {
  const weight = numberIn(draft.weight)
  return {
    ...percentsOf(draft),
    currentCapacity: numberIn(draft.currentCapacity) as number,
    ...(weight !== undefined && { weight }),
    source: 'typed',
  }
}
