/** Texts of a delivery: weight, composition, their sources, and disputes. */
import type { Delivery } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { counted, kg, tonnesOf } from '#web/lib/format/numbers.ts'
import { materialsOf } from '#web/ui/materials/shares.ts'

type Weighed = Pick<Delivery, 'weight' | 'estimated' | 'estimatedWeight' | 'weighing' | 'reportsCount'>

/**
 * Formats the weight with its source.
 * Examples: '1,140 kg weighed, ticket 2211-07; estimated 1,200 kg', 'about 1.2 t, estimated from 10 reports', 'Weight unknown'.
 * A measured weight without a ticket comes from an analysis or was typed.
 */
export function weightOf({ weight, estimated, estimatedWeight, weighing, reportsCount }: Weighed): string {
  if (weight === undefined) return 'Weight unknown'
  const from = reportsCount > 0 ? ` from ${counted(reportsCount, 'report')}` : ''
  if (estimated) return `about ${tonnesOf(weight)}, estimated${from}`
  const source = weighing ? `weighed, ticket ${weighing.ticket}` : 'measured'
  const before = estimatedWeight === undefined ? '' : `; estimated ${kg(estimatedWeight)}`
  return `${kg(weight)} ${source}${before}`
}

const SOURCES = {
  load: 'analysed of this load',
  site: 'as the site’s waste when it arrived',
  recycler: 'found by the site’s recyclers',
}

/**
 * Formats the composition with its source.
 * Examples: 'Plastic 40 %, Paper 60 % – analysed of this load', 'Composition unknown until it is analysed'.
 */
export function contentsOf({
  composition,
  compositionFrom,
}: Pick<Delivery, 'composition' | 'compositionFrom'>): string {
  if (!isKnownComposition(composition)) return 'Composition unknown until it is analysed'
  return `${materialsOf(composition)}${compositionFrom ? ` – ${SOURCES[compositionFrom]}` : ''}`
}

const SETTLED = {
  open: 'Composition disputed; a dispatcher decides',
  accepted: 'Dispute settled: the recyclers were right',
  rejected: 'Dispute settled: kept as it was',
}

/** Returns the state of the dispute, if there was one. */
export const disputeText = ({ dispute }: Pick<Delivery, 'dispute'>) => dispute && SETTLED[dispute.status]

/** Returns the actions that a recycler may take; `facility` is the recycler's site. */
export function actionsOn({ facilityId, status, composition, dispute }: Delivery, facility: string | undefined) {
  const own = facility === facilityId
  const here = status === 'arrived' || status === 'completed'
  return {
    confirm: own && status === 'in-transit',
    unload: own && status === 'arrived',
    weigh: own && status !== 'pending',
    // An unknown composition cannot be disputed.
    dispute: own && here && isKnownComposition(composition) && dispute?.status !== 'open',
  }
}

/** Returns why a user cannot act on a site's deliveries, or undefined. */
export function whyNot(facility: string | undefined, site: { id: string; name: string }): string | undefined {
  if (facility === site.id) return undefined
  const only = `Only the recyclers of ${site.name} confirm, weigh or dispute its deliveries`
  return facility
    ? `${only}; yours is another site.`
    : `${only}. Your account has no site yet: an admin can give it one.`
}

/**
 * Returns the numbers of a site's deliveries by id.
 * The oldest is 1, so that new ones renumber none.
 */
export function numbersOf(deliveries: readonly Pick<Delivery, 'id' | 'createdAt'>[]): ReadonlyMap<string, number> {
  const oldest = deliveries.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
  return new Map(oldest.map(({ id }, index) => [id, index + 1]))
}

export const isIncoming = ({ status }: Pick<Delivery, 'status'>) => status === 'pending' || status === 'in-transit'
