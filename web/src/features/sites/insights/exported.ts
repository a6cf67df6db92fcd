/** Exports of the insights: file names and tables. */
import type { CompositionDay } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { csvOf } from '#web/lib/format/names.ts'

/** Letters of a site's name in a file's name, which file systems limit to 255 bytes. */
const MOST_LETTERS = 40

/** 'waste-trend-north-dumping-site-2026-01-05-to-2026-02-03' */
export function fileName(what: string, where: string, from: string, to = from): string {
  const words = where.toLowerCase().match(/(?:[\p{L}\p{N}]\p{M}*)+/gu) ?? []
  const place = Array.from(words.join('-')).slice(0, MOST_LETTERS).join('').replace(/-$/, '')
  return `waste-${what}-${place && `${place}-`}${from}${to === from ? '' : `-to-${to}`}`
}

/**
 * Returns one row per day; unknown figures are empty.
 * `nameOf` returns a site's name.
 */
export const daysCsv = (where: string, days: readonly CompositionDay[], nameOf: (siteId: string) => string) =>
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

/** Formats sites with an earlier record: 'South Dumping Site 2026-01-03'. */
const carriedIn = ({ carried = [] }: CompositionDay, nameOf: (siteId: string) => string) =>
  carried.map(({ site_id, date }) => `${nameOf(site_id)} ${date}`).join('; ')

/** Returns one row per material of a day. */
export function dayCsv(where: string, { date, totalWeight, composition, simulated }: CompositionDay): string {
  const share = (percent: number) => Math.round(totalWeight * percent) / 100
  return csvOf(
    ['date', 'site', 'material', 'percent', 'tonnes_about', 'simulated'],
    MATERIALS.filter((material) => (composition?.[material] ?? 0) > 0).map((material) => {
      const percent = composition?.[material] ?? 0
      return [date, where, material, percent, share(percent), simulated ? 'yes' : 'no']
    }),
  )
}
