/** What is kept of the insights: names of files that say what and when, and tables of the figures that are shown. */
import type { CompositionDay } from '#contract/views.ts'
import { MATERIALS } from '#rules/city.ts'
import { csvOf } from '#web/format/csv.ts'

/** 'waste-trend-north-dumping-site-2026-01-05-to-2026-02-03' */
export function fileName(what: string, where: string, from: string, to = from): string {
  const place = where
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `waste-${what}-${place}-${from}${to === from ? '' : `-to-${to}`}`
}

/** A row a day; what nobody knows is empty. */
export const daysCsv = (where: string, days: readonly CompositionDay[]) =>
  csvOf(
    ['date', 'site', 'tonnes', ...MATERIALS.map((material) => `${material}_percent`), 'simulated'],
    days.map(({ date, totalWeight, composition, simulated }) => [
      date,
      where,
      totalWeight,
      ...MATERIALS.map((material) => (composition ? (composition[material] ?? 0) : null)),
      simulated ? 'yes' : 'no',
    ]),
  )

/** A row a material, of one day. */
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
