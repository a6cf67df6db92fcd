/** Texts about sites, the choice of visible sites, and drafts of site forms. */

import { t } from '@lingui/core/macro'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Site } from '#contract/views.ts'
import { localDayOf } from '#domain/city-time.ts'
import { formatNumber, formatUpToTenths, parseNumber, withUnit } from '#web/lib/format/numbers.ts'
import { createCityTimeFormatter, getCitySettings } from '#web/lib/format/times.ts'
import type { BadgeTone } from '#web/ui/marks.tsx'
import { type MaterialShareFields, materialSharesOf, sharePercentsOf } from '#web/ui/materials/shares.ts'

const dateAndTime = createCityTimeFormatter({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a site's last update as '5 Jan 2026, 14:15'. */
export function describeLastUpdate({ lastUpdated: iso }: Pick<Site, 'lastUpdated'>): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? t`Unknown time` : dateAndTime(at)
}

/** Formats the load of a site as '754.2 of 1,000 t'. */
export const describeSiteLoad = ({ currentCapacity, maxCapacity }: Pick<Site, 'currentCapacity' | 'maxCapacity'>) =>
  t`${{ load: formatUpToTenths(currentCapacity) }} of ${{ capacity: withUnit(formatUpToTenths(maxCapacity), 't') }}`

/** Returns the error message of the list of sites. */
export const describeSitesFailure = (error: string | null) =>
  error === null ? t`Failed to fetch waste sites` : t`Failed to fetch waste sites: ${error}`

/** The specification's two sites, found by a word in their names. */
const FIXED_SITES = [
  { word: 'north', title: 'North Dumping Site' },
  { word: 'south', title: 'South Dumping Site' },
]
/** Number of sites that have a card, whatever their names are. */
const CARDS = 2

interface TitledSite {
  site: Site
  title: string
}

interface SiteSelection {
  cards: readonly TitledSite[]
  /** All sites that get no card on the screen. */
  rest: readonly Site[]
}

/**
 * Selects the sites that are shown as cards; all others are in `rest`.
 * The user's own site (`own`) is the first card.
 */
export function selectSites(sites: readonly Site[], own: string | undefined): SiteSelection {
  const left = ownFirst(sites, own)
  const take = (index: number) => left.splice(index, 1)[0] as Site
  const cards: TitledSite[] = []
  for (const { word, title } of FIXED_SITES) {
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

interface CompositionDraft extends MaterialShareFields {
  currentCapacity: string
  weight: string
}

export const compositionDraftOf = (site: Site): CompositionDraft => ({
  ...materialSharesOf(site),
  currentCapacity: String(site.currentCapacity),
  weight: '',
})

/**
 * Converts the input of the composition form to a request body.
 * Invalid values are sent too; the request schema reports them as errors.
 */
export function toCompositionBody(draft: CompositionDraft): BodyInputOf<'updateComposition'> {
  const weight = parseNumber(draft.weight)
  return {
    ...sharePercentsOf(draft),
    currentCapacity: parseNumber(draft.currentCapacity) as number,
    ...(weight !== undefined && { weight }),
    source: 'typed',
  }
}

type Load = Pick<Site, 'currentCapacity' | 'maxCapacity'>

interface FillLevel {
  /** Fill level in percent of the capacity; can exceed 100. */
  percent: number
  /** Free capacity in tonnes; never negative. */
  left: number
  status: string
  tone: Extract<BadgeTone, 'critical' | 'progress' | 'done'>
}

const CRITICAL_ABOVE = 90
const HIGH_ABOVE = 70

/** Returns a site's fill level as figures and a word. */
export function fillLevelOf({ currentCapacity, maxCapacity }: Load): FillLevel {
  const percent = maxCapacity > 0 ? (currentCapacity / maxCapacity) * 100 : 0
  const left = Math.max(0, maxCapacity - currentCapacity)
  if (percent > CRITICAL_ABOVE) return { percent, left, status: t`Critical`, tone: 'critical' }
  if (percent > HIGH_ABOVE) return { percent, left, status: t`High`, tone: 'progress' }
  return { percent, left, status: t`Normal`, tone: 'done' }
}

/**
 * Formats a fill level as '75 %' or '75.4 %'.
 * Rounds down, so that it never shows a limit before the site reaches it.
 */
export const formatFillLevel = (percent: number) => withUnit(formatNumber(Math.floor(percent * 10 + 1e-9) / 10), '%')

const DAY_MS = 86_400_000

export const SITE_HISTORY_SPANS_DAYS = [30, 90, 365] as const

export interface HistoryPeriod {
  days: (typeof SITE_HISTORY_SPANS_DAYS)[number]
  /**
   * First day of the period, in the city's time zone.
   * The period includes both `from` and `to`.
   */
  from: string
  to: string
}

/**
 * Returns the history period that the address names.
 * It ends today and has 30 days by default.
 * `now` is epoch ms.
 */
export function historyPeriodOf(named: string | null, now: number): HistoryPeriod {
  const days = SITE_HISTORY_SPANS_DAYS.find((each) => String(each) === named) ?? SITE_HISTORY_SPANS_DAYS[0]
  const day = (at: number) => localDayOf(getCitySettings().timeZone, new Date(at).toISOString())
  return { days, from: day(now - (days - 1) * DAY_MS), to: day(now) }
}
