/**
 * Dispatchers' texts: deliveries by truck, with load, completion and dispute.
 * They are not in deliveries.ts, because recyclers' first screens load it.
 */
import { plural, t } from '@lingui/core/macro'
import type { Delivery } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { formatList } from '#web/lib/format/names.ts'
import { formatWholeKg } from '#web/lib/format/numbers.ts'
import { formatComposition } from '#web/ui/materials/shares.ts'

/** Loads that one truck takes to one site. */
export interface TruckLoads {
  id: string
  truckId: string
  siteId: string
  /** One truck's open deliveries to one site; at least one delivery. */
  deliveries: readonly Delivery[]
}

/**
 * Groups open deliveries by truck and site.
 * The groups are in the order of their first deliveries.
 */
export function groupByTruck(deliveries: readonly Delivery[]): TruckLoads[] {
  const open = deliveries.filter(({ status }) => status !== 'completed')
  const groups = Map.groupBy(open, ({ truckId, facilityId }) => `${truckId} ${facilityId}`)
  return [...groups].flatMap(([id, own]) => {
    const [first] = own
    return first ? [{ id, truckId: first.truckId, siteId: first.facilityId, deliveries: own }] : []
  })
}

const STATUS_ORDER = ['pending', 'in-transit', 'arrived', 'completed'] as const

/** Returns the earliest status that any of the deliveries has. */
export const earliestStatusOf = (deliveries: readonly Pick<Delivery, 'status'>[]) =>
  STATUS_ORDER.find((status) => deliveries.some((delivery) => delivery.status === status)) ?? 'completed'

/** Formats a load as '1,050 kg (estimate) · 8 reports'; '–' for unknown weight. */
export function describeDeliveryLoad({ weight, estimated, reportsCount }: Delivery): string {
  const reports = plural({ reports: reportsCount }, { one: '# report', other: '# reports' })
  if (weight === undefined) return `– · ${reports}`
  return estimated
    ? t`${{ weight: formatWholeKg(weight) }} (estimate) · ${reports}`
    : `${formatWholeKg(weight)} · ${reports}`
}

/** Returns the text that says what the button 'Complete' does, such as 'T001 is free again.' */
export function describeCompletionEffect(
  { truckId, deliveries }: Pick<TruckLoads, 'truckId' | 'deliveries'>,
  site: string,
): string {
  const count = deliveries.length
  const unloaded = plural(count, {
    one: `Its load is unloaded at ${site}.`,
    other: `Its # loads are unloaded at ${site}.`,
  })
  const isOut = deliveries.some(({ status }) => status === 'pending' || status === 'in-transit')
  return isOut ? `${unloaded} ${t`${truckId} is free again.`}` : unloaded
}

/** Lists delivery zones as 'Ablekuma North and Ayawaso West'. */
export function formatZoneNames(deliveries: readonly Pick<Delivery, 'zone'>[]): string {
  return formatList([...new Set(deliveries.map(({ zone }) => zone))])
}

/** Formats dispute compositions as 'Recorded: Plastic 100 %. Found: Glass 60 %, Metal 40 %.' */
export function describeDisputeDetails({ composition, dispute }: Pick<Delivery, 'composition' | 'dispute'>): string {
  const said = isKnownComposition(composition) ? formatComposition(composition) : t`unknown`
  const found = dispute?.composition ? formatComposition(dispute.composition) : t`not entered`
  return t`Recorded: ${said}. Found: ${found}.`
}
