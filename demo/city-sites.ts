/** What a simulated recycler writes down: in the past what the story tells, in a living city what was brought on top of what is there. */

import { moveDeliveryOn } from '#command-api/collections/move-delivery.ts'
import type { Decision } from '#command-api/kernel/decider.ts'
import type { Envelope } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { readUnderWay } from '#command-api/sites/routes.ts'
import { updateComposition } from '#command-api/sites/update-composition.ts'
import type { SiteLoad } from '#command-api/streams/site.ts'
import type { Happening, SiteChange } from '#contract/city/happening.ts'
import * as shapes from '#contract/commands.ts'
import type { EventIn } from '#contract/streams.ts'
import type { Delivery } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { mostTonnes } from '#rules/borders.ts'
import { MATERIALS, type Material } from '#rules/city.ts'
import { inHundredths } from '#rules/hundredths.ts'

type Update = Extract<Happening, { type: 'UpdateComposition' }>

/** Above this share of its capacity a site is processed. */
const FULL = 0.9

/** As the story of the year tells it, with all that is on its way there. */
export async function writeDown(kernel: Kernel, { siteId, body }: Update, state: SiteLoad, updatedBy: string) {
  const {
    currentCapacity,
    weight,
    source,
    annotated_image: _,
    updated_by: __,
    ...composition
  } = shapes.UpdateComposition.parse(body)
  const arrived = await readUnderWay(kernel, siteId)
  const command = { siteId, composition, currentCapacity, weight, source, arrived, updatedBy }
  return updateComposition(command, state, kernel.clock())
}

/**
 * The truck's load on top of what the site is said to hold now, or a part of that taken away where it is nearly full. What other
 * trucks bring stays under way. Nothing where somebody has written this load down already, or the site is not full any more.
 */
export async function addTo(
  kernel: Kernel,
  { siteId, vehicleId, change }: Update,
  state: SiteLoad,
  updatedBy: string,
): Promise<Decision<EventIn<'site'>>> {
  // What has arrived before somebody has seen to, or will.
  const underWay = (await readUnderWay(kernel, siteId)).filter(({ inTransit }) => inTransit)
  const arrived = underWay.filter((delivery) => delivery.vehicleId === vehicleId)
  const due = vehicleId ? arrived.length > 0 : state.currentCapacity > state.maxCapacity * FULL
  if (!due || !change) return []
  const tonnes = vehicleId ? await readTonnes(kernel, arrived) : change.tonnes
  const after = changed(state, { ...change, tonnes })
  const command = { siteId, ...after, source: 'typed' as const, arrived, updatedBy }
  return updateComposition(command, state, kernel.clock())
}

/** A load that people gave to a truck and never sent is on its way with it. */
export async function setOut(
  kernel: Kernel,
  { siteId, vehicleId }: { siteId: string; vehicleId: string },
  envelope: Envelope,
): Promise<void> {
  const rows = await kernel.rows.upToNow('deliveries')
  const filter = { truckId: vehicleId, facilityId: siteId, status: 'pending' }
  for (const { id: deliveryId } of await rows.find('deliveries', { filter })) {
    const command = { deliveryId, status: 'in-transit', movedBy: envelope.actor } as const
    const commandId = `${envelope.commandId}/${deliveryId}`
    // Whoever was quicker has moved it on further, which is as well.
    await moveDeliveryOn(kernel, command, { ...envelope, commandId })
  }
}

/** What is said to be aboard, in tonnes. */
async function readTonnes(kernel: Kernel, arrived: readonly { deliveryId: string }[]): Promise<number> {
  const ids = arrived.map(({ deliveryId }) => deliveryId)
  const rows = await kernel.rows.standing('deliveries')
  const loads = await rows.get<Row & Delivery>('deliveries', ids)
  return loads.reduce((sum, load) => sum + (load?.weight ?? 0), 0) / 1_000
}

/** Never filled above what the site takes; the parts by weight, to the hundredth. */
export function changed(
  { currentCapacity, maxCapacity, composition }: SiteLoad,
  { tonnes, composition: of }: SiteChange,
) {
  // What a person typed stays, also where it is a little more than the site is said to take.
  const most = Math.min(mostTonnes(maxCapacity), Math.max(maxCapacity, currentCapacity))
  const after = Math.max(0, Math.min(most, currentCapacity + tonnes))
  const brought = Math.max(0, tonnes)
  const known = Object.keys(composition).length > 0
  const there = known ? currentCapacity : 0
  const parts = MATERIALS.map((material) => [
    material,
    there * (composition[material] ?? 0) + brought * (of[material] ?? 0),
  ])
  const amounts = Object.fromEntries(parts) as Record<Material, number>
  return { currentCapacity: Math.round(after * 100) / 100, composition: inHundredths(amounts) }
}
