/**
 * Updates of sites by simulated recyclers.
 * In the simulated year, an update sets a predefined content.
 * In the live simulation, it adds the arrived loads.
 */

import type { SiteContents } from '#command-api/aggregates/site.ts'
import type { DeciderWithFacts } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { handleDeliveryStatusChange } from '#command-api/schedules/move-delivery.ts'
import { readDeliveriesOfSiteUpdate } from '#command-api/sites/routes.ts'
import { updateComposition } from '#command-api/sites/update-composition.ts'
import * as shapes from '#contract/commands.ts'
import type { SimulatedCommand, SiteContentsChange } from '#contract/demo/simulated-command.ts'
import type { Delivery } from '#contract/views.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { percentagesOf } from '#domain/percent-rounding.ts'
import { siteLimitTonnesOf } from '#domain/plausible-limits.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'

type Update = Extract<SimulatedCommand, { type: 'UpdateComposition' }>

type SiteUpdate = DeciderWithFacts<SiteContents, 'site', Arrived>

interface Arrived {
  arrived: Awaited<ReturnType<typeof readDeliveriesOfSiteUpdate>>
  /** Tonnes that the truck brought, or tonnes of waste that the site processed. */
  tonnes?: number | undefined
}

/** Fraction of a site's capacity above which waste is processed. */
const FULL = 0.9

/**
 * Sets the site's contents to the values of the simulated year.
 * Records all deliveries on their way to the site as arrived.
 */
export function createYearlySiteUpdate(kernel: Kernel, { siteId, body }: Update, updatedBy: string): SiteUpdate {
  const {
    currentCapacity,
    weight,
    source,
    annotated_image: _,
    updated_by: __,
    ...composition
  } = shapes.UpdateCompositionBody.parse(body)
  const command = { siteId, composition, currentCapacity, weight, source, updatedBy }
  return {
    gather: async () => ({ arrived: await readDeliveriesOfSiteUpdate(kernel, siteId) }),
    decide: (state, { arrived }) => updateComposition({ ...command, arrived }, state, kernel.clock()),
  }
}

/**
 * Updates a site in the simulation: adds the truck's load to the site's contents.
 * Without a truck, removes processed waste if the site is nearly full.
 * Loads of other trucks stay on their way.
 * Does nothing if the load was already recorded, or the site is no longer nearly full.
 */
export function createTruckLoadUpdate(
  kernel: Kernel,
  { siteId, vehicleId, change }: Update,
  updatedBy: string,
): SiteUpdate {
  return {
    async gather() {
      // Takes only deliveries that are on their way.
      // People handle deliveries that have already arrived.
      const underWay = (await readDeliveriesOfSiteUpdate(kernel, siteId)).filter(({ inTransit }) => inTransit)
      const arrived = underWay.filter((delivery) => delivery.vehicleId === vehicleId)
      return { arrived, tonnes: vehicleId ? await readTonnes(kernel, arrived) : change?.tonnes }
    },
    decide(state, { arrived, tonnes = 0 }) {
      const due = vehicleId ? arrived.length > 0 : state.currentCapacity > state.maxCapacity * FULL
      if (!due || !change) return []
      const after = addToSiteContents(state, { ...change, tonnes })
      const command = { siteId, ...after, source: 'typed' as const, arrived, updatedBy }
      return updateComposition(command, state, kernel.clock())
    },
  }
}

/** Lets a simulated truck depart with the pending deliveries that people assigned to it. */
export async function departPendingLoads(
  kernel: Kernel,
  { siteId, vehicleId }: { siteId: string; vehicleId: string },
  envelope: Envelope,
): Promise<void> {
  const rows = await kernel.rows.upToNow('deliveries')
  const filter = { truckId: vehicleId, facilityId: siteId, status: 'pending' }
  for (const { id: deliveryId } of await rows.find('deliveries', { filter })) {
    const command = { deliveryId, status: 'in-transit', movedBy: envelope.actor } as const
    const commandId = `${envelope.commandId}/${deliveryId}`
    // Ignores a rejected command, because a person may have already changed the delivery.
    await handleDeliveryStatusChange(kernel, command, { ...envelope, commandId })
  }
}

/** Returns the total recorded weight of the deliveries, in tonnes. */
async function readTonnes(kernel: Kernel, arrived: readonly { deliveryId: string }[]): Promise<number> {
  const ids = arrived.map(({ deliveryId }) => deliveryId)
  const rows = await kernel.rows.standing('deliveries')
  const loads = await rows.get<Row & Delivery>('deliveries', ids)
  return loads.reduce((sum, load) => sum + (load?.weight ?? 0), 0) / 1_000
}

/**
 * Returns the site's contents after a change.
 * Loads stay within capacity; shares by weight have two decimals.
 */
export function addToSiteContents(
  { currentCapacity, maxCapacity, composition }: SiteContents,
  { tonnes, composition: of }: SiteContentsChange,
) {
  // The site may contain slightly more than its capacity, because a person may have entered this.
  const most = Math.min(siteLimitTonnesOf(maxCapacity), Math.max(maxCapacity, currentCapacity))
  const after = Math.max(0, Math.min(most, currentCapacity + tonnes))
  const brought = Math.max(0, tonnes)
  const known = Object.keys(composition).length > 0
  const there = known ? currentCapacity : 0
  const parts = MATERIALS.map((material) => [
    material,
    there * (composition[material] ?? 0) + brought * (of[material] ?? 0),
  ])
  const amounts = Object.fromEntries(parts) as Record<Material, number>
  return { currentCapacity: Math.round(after * 100) / 100, composition: percentagesOf(amounts) }
}
