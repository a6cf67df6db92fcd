/** Recommended plans by zone, their commands, and texts of the alternatives. */
import { plural, t } from '@lingui/core/macro'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { CollectionOption, CollectionRecommendation } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { withCurrency } from '#web/lib/format/city-terms.ts'
import { formatList } from '#web/lib/format/names.ts'
import { figure, formatHundredths, formatUpToTenths, loadText, withUnit } from '#web/lib/format/numbers.ts'
import { formatTimeOfDay } from '#web/lib/format/times.ts'

type Planned = CollectionRecommendation['schedules'][number]

export interface PlannedZoneTrucks {
  zone: Zone
  trucks: Planned[]
}

/**
 * Returns the command that schedules a zone's plan as shown.
 * All trucks unload at the site of the plan's first truck.
 */
export function scheduleCommandOf({ zone, trucks }: PlannedZoneTrucks): BodyInputOf<'scheduleCollection'> {
  const [first] = trucks
  if (!first) return { zone }
  const accepted = trucks.map(({ vehicleId, reportsCount, dumpTrips, estimatedDistance, estimatedFuel }) => ({
    vehicleId,
    reports: reportsCount,
    trips: dumpTrips,
    km: estimatedDistance,
    litres: estimatedFuel,
  }))
  return { zone, accepted: { siteId: first.siteId, of: first.of, trucks: accepted } }
}

/** Returns the title of a choice between plans. */
export function optionTitleOf({ kind, of, trucks }: Pick<CollectionOption, 'kind' | 'of' | 'trucks'>): string {
  if (kind === 'wait') return t`Wait until all ${{ customers: figure(of) }} have reported`
  if (kind === 'other-trucks') return trucks.length > 1 ? t`Other trucks` : t`Another truck`
  return { recommended: t`Recommended`, 'fewer-trucks': t`Fewer trucks`, 'other-site': t`Another site` }[kind]
}

/** Returns when the trucks of a choice leave: 'T001 and T003 leave at 14:15', or 'T001, not sent yet'. */
export function departureText({ trucks, scheduledStart }: Pick<CollectionOption, 'trucks' | 'scheduledStart'>): string {
  const who = formatList(trucks.map(({ vehicleId }) => vehicleId))
  if (!scheduledStart) return t`${who}, not sent yet`
  const time = formatTimeOfDay(scheduledStart)
  return trucks.length > 1 ? t`${who} leave at ${time}` : t`${who} leaves at ${time}`
}

/** Returns the labelled figures of a choice, in the same order for every choice. */
export function optionFiguresOf(choice: CollectionOption): readonly [name: string, figure: string][] {
  const { reports, of, load, capacity, trips, km, litres, cost } = choice
  return [
    [t`Load`, loadText(load, capacity)],
    [t`Reports`, reports < of ? t`${reports} of ${{ customers: of }}` : `${of}`],
    [t`Trips`, `${trips}`],
    [t`Distance`, withUnit(formatUpToTenths(km), 'km')],
    [t`Fuel`, withUnit(formatUpToTenths(litres), 'L')],
    [t`Cost`, withCurrency(formatHundredths(cost))],
  ]
}

/** Formats the part of one truck as 'T001: 102 reports, 1 trip, 25 km, 2.9 L'. */
export const truckLine = ({ vehicleId, reports, trips, km, litres }: CollectionOption['trucks'][number]) =>
  t`${vehicleId}: ${plural(reports, { one: '# report', other: '# reports' })}, ${plural(trips, { one: '# trip', other: '# trips' })}, ${{ distance: withUnit(formatUpToTenths(km), 'km') }}, ${{ fuel: withUnit(formatUpToTenths(litres), 'L') }}`

interface Effort {
  km: number
  litres: number
  cost: number
}

/** Returns the figures as texts. Leaves out figures that round to zero. */
const written = ({ km, litres, cost }: Effort) =>
  [
    [km, formatUpToTenths(Math.abs(km)), 'km'],
    [litres, formatUpToTenths(Math.abs(litres)), 'L'],
    [cost, formatHundredths(Math.abs(cost)), ''],
  ].flatMap(([value, text, unit]) =>
    Number(String(text).replaceAll(',', '')) === 0
      ? []
      : [{ more: Number(value) > 0, text: unit ? withUnit(String(text), String(unit)) : withCurrency(String(text)) }],
  )

/** Formats a difference between plans as '12.4 km and 1.5 L more, GH₵ 3.00 less'. Returns '' if there is none. */
function effortText(by: Effort): string {
  const parts = written(by)
  const side = (more: boolean) => formatList(parts.filter((part) => part.more === more).map(({ text }) => text))
  const [more, less] = [side(true), side(false)]
  if (more && less) return t`${more} more, ${less} less`
  if (more) return t`${more} more`
  return less ? t`${less} less` : ''
}

/** Returns a text about how a choice differs from the recommended one. */
export function differenceFromRecommended(choice: CollectionOption, recommended: CollectionOption): string {
  const by = { km: 0, litres: 0, cost: 0 }
  for (const figure of ['km', 'litres', 'cost'] as const) by[figure] = choice[figure] - recommended[figure]
  const effort = effortText(by)
  const reports = choice.reports - recommended.reports
  if (reports === 0)
    return effort
      ? t`Compared with the recommended plan: ${effort}.`
      : t`Same distance, fuel and cost as the recommended plan.`
  const difference =
    reports > 0
      ? plural(reports, { one: '# more report', other: '# more reports' })
      : plural({ reports: -reports }, { one: '# fewer report', other: '# fewer reports' })
  return effort
    ? t`Compared with the recommended plan: ${difference}, ${effort}.`
    : t`Compared with the recommended plan: ${difference}.`
}

/**
 * Returns a text about what the recommended plan saves, compared with sending the most economical trucks to each zone
 * separately.
 */
export function planSavingText({ zoneSaves }: Pick<CollectionRecommendation, 'zoneSaves'>): string {
  if (!zoneSaves) return t`Planning each zone alone would collect other reports.`
  const texts = written(zoneSaves)
  if (texts.length === 0) return t`Same distance, fuel and cost as planning each zone alone.`
  if (texts.every(({ more }) => more))
    return t`Saves ${{ effort: formatList(texts.map(({ text }) => text)) }} compared with planning each zone alone.`
  const { km, litres, cost } = zoneSaves
  const by = effortText({ km: -km, litres: -litres, cost: -cost })
  return t`Compared with planning each zone alone: ${by}. Planning all zones together costs the least overall.`
}
