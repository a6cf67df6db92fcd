/** How deliveries are shown: by the truck that brings them, what each carries, what completing them does, and what is disputed. */

import type { Delivery } from '#contract/views.ts'
import { isKnown } from '#rules/materials.ts'
import { materialsOf } from '#web/components/materials/words.ts'
import { counted } from '#web/format/numbers.ts'
import { wholeKg } from '#web/format/weights.ts'

/** What a truck takes to one site. */
export interface TruckLoads {
  id: string
  truckId: string
  siteId: string
  /** One at least. */
  deliveries: readonly Delivery[]
}

/** Those that are not completed, by truck and site, in the order of the first of each. */
export function byTruck(deliveries: readonly Delivery[]): TruckLoads[] {
  const open = deliveries.filter(({ status }) => status !== 'completed')
  const groups = Map.groupBy(open, ({ truckId, facilityId }) => `${truckId} ${facilityId}`)
  return [...groups].flatMap(([id, own]) => {
    const [first] = own
    return first ? [{ id, truckId: first.truckId, siteId: first.facilityId, deliveries: own }] : []
  })
}

const WAY = ['pending', 'in-transit', 'arrived', 'completed'] as const

/** As far as the last of its loads has come. */
export const statusOf = (deliveries: readonly Pick<Delivery, 'status'>[]) =>
  WAY.find((status) => deliveries.some((delivery) => delivery.status === status)) ?? 'completed'

/** '1,050 kg (estimate) · 8 reports'; '–' where nobody knows the weight. */
export function loadOf({ weight, estimated, reportsCount }: Delivery): string {
  const kg = weight === undefined ? '–' : wholeKg(weight)
  return `${kg}${weight !== undefined && estimated ? ' (estimate)' : ''} · ${counted(reportsCount, 'report')}`
}

/** What 'Complete' does: 'Unloads 2 loads at North Dumping Site; T001 is free again.' */
export function completing({ truckId, deliveries }: Pick<TruckLoads, 'truckId' | 'deliveries'>, site: string): string {
  const loads = deliveries.length === 1 ? 'Its load is' : `Its ${deliveries.length} loads are`
  const isOut = deliveries.some(({ status }) => status === 'pending' || status === 'in-transit')
  return `${loads} unloaded at ${site}${isOut ? `; ${truckId} is free again` : ''}.`
}

/** 'Ablekuma North and Ayawaso West' */
export function zonesOf(deliveries: readonly Pick<Delivery, 'zone'>[]): string {
  const zones = [...new Set(deliveries.map(({ zone }) => zone))]
  return zones.length < 2 ? zones.join('') : `${zones.slice(0, -1).join(', ')} and ${zones.at(-1)}`
}

/** 'As said: Plastic 100 %. Found: Glass 60 %, Metal 40 %.' */
export function disputed({ composition, dispute }: Pick<Delivery, 'composition' | 'dispute'>): string {
  const said = isKnown(composition) ? materialsOf(composition) : 'unknown'
  const found = dispute?.composition ? materialsOf(dispute.composition) : 'not sorted'
  return `As said: ${said}. Found: ${found}.`
}
