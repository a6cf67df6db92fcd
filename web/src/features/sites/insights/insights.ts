/** Filter, days, texts and exports of the insights page. */
import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import type { CompositionDay, CompositionRecord } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { addDays } from '#domain/city-time.ts'
import { isDate } from '#web/lib/format/dates.ts'
import { csvOf } from '#web/lib/format/names.ts'
import { formatShortDate } from '#web/lib/format/times.ts'

export const ALL_SITES = 'all'

export interface InsightsFilter {
  /** Id of the chosen site, or 'all'. */
  siteId: string
  date: string | null
  chooseSite(siteId: string): void
  chooseDate(date: string | null): void
}

/** Returns the insights page's site and day, stored in the address. */
export function useInsightsFilter(): InsightsFilter {
  const [params, setParams] = useSearchParams()
  const date = params.get('date')
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return {
    siteId: params.get('site') ?? ALL_SITES,
    date: date !== null && isDate(date) ? date : null,
    chooseSite: (siteId) => set('site', siteId === ALL_SITES ? null : siteId),
    chooseDate: (date) => set('date', date),
  }
}

/** Returns the API query for a site; empty for all sites. */
export const siteQueryOf = (siteId: string) => (siteId === ALL_SITES ? {} : { site_id: siteId })

const SPAN_DAYS = 30

/** Returns the days within the 30 days up to the latest day, oldest first. */
export function selectTrendDays<Day extends { date: string }>(days: readonly Day[]): Day[] {
  const latest = days.at(-1)?.date
  return latest === undefined ? [] : days.filter(({ date }) => date > addDays(latest, -SPAN_DAYS))
}

/**
 * Names the sites without a record of the day, with the day of the earlier record: 'South Site as of 3 Jan'.
 * Returns undefined if every site has a record of the day.
 */
export const describeCarriedForward = (
  { carried = [] }: CompositionDay,
  nameOf: (siteId: string) => string,
): string | undefined =>
  carried
    .map(({ site_id, date }) => t`${{ site: nameOf(site_id) }} as of ${{ day: formatShortDate(date) }}`)
    .join(', ') || undefined

interface DayPicture {
  siteId: string
  url: string
  /** Time at which the picture was taken, in epoch ms. */
  at: number
}

/** Returns the latest picture of each site on a day. */
export function latestSitePicturesOf(records: readonly CompositionRecord[]): readonly DayPicture[] {
  const bySite = new Map<string, DayPicture>()
  for (const { site_id: siteId, image_url: url, date } of records) {
    const at = Date.parse(date)
    if (url && at >= (bySite.get(siteId)?.at ?? at)) bySite.set(siteId, { siteId, url, at })
  }
  return [...bySite.values()].sort((a, b) => a.siteId.localeCompare(b.siteId))
}

/**
 * Maximum number of characters of a site's name in a file name.
 * File systems allow 255 bytes for a file name.
 */
const MOST_LETTERS = 40

/** Returns a file name such as 'waste-trend-north-dumping-site-2026-01-05-to-2026-02-03'. */
export function createInsightsFileName(what: string, where: string, from: string, to = from): string {
  const words = where.toLowerCase().match(/(?:[\p{L}\p{N}]\p{M}*)+/gu) ?? []
  const place = Array.from(words.join('-')).slice(0, MOST_LETTERS).join('').replace(/-$/, '')
  return `waste-${what}-${place && `${place}-`}${from}${to === from ? '' : `-to-${to}`}`
}

/**
 * Returns a CSV with a row per day.
 * Unknown figures are empty.
 * `nameOf` names sites.
 */
export const createCompositionDaysCsv = (
  where: string,
  days: readonly CompositionDay[],
  nameOf: (siteId: string) => string,
) =>
  csvOf(
    ['date', 'site', 'tonnes', ...MATERIALS.map((material) => `${material}_percent`), 'simulated', 'carried_forward'],
    days.map((day) => [
      day.date,
      where,
      day.totalWeight,
      ...MATERIALS.map((material) => (day.composition ? (day.composition[material] ?? 0) : null)),
      day.simulated ? 'yes' : 'no',
      carriedIn(day, nameOf),
    ]),
  )

/** Lists the sites whose earlier record was used, with its date: 'South Dumping Site 2026-01-03'. */
const carriedIn = ({ carried = [] }: CompositionDay, nameOf: (siteId: string) => string) =>
  carried.map(({ site_id, date }) => `${nameOf(site_id)} ${date}`).join('; ')

/** Returns a CSV with one row per material. */
export function createDayCompositionCsv(
  where: string,
  { date, totalWeight, composition, simulated }: CompositionDay,
): string {
  const share = (percent: number) => Math.round(totalWeight * percent) / 100
  return csvOf(
    ['date', 'site', 'material', 'percent', 'tonnes_about', 'simulated'],
    MATERIALS.filter((material) => (composition?.[material] ?? 0) > 0).map((material) => {
      const percent = composition?.[material] ?? 0
      return [date, where, material, percent, share(percent), simulated ? 'yes' : 'no']
    }),
  )
}
