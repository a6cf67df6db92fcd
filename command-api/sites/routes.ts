/** The sites' command at the door: update what a site holds; the deliveries under way to it arrive with that. */

import type { EventOf } from '#contract/events.ts'
import { isRejection, reject } from '#contract/problems.ts'
import type { Delivery, Site } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type SiteLoad, site, siteLoad } from '../streams/site.ts'
import { takeBase64 } from './annotated-image.ts'
import { updateComposition } from './update-composition.ts'

export function siteRoutes(kernel: Kernel): Handlers {
  const { store, clock, pictures } = kernel
  return {
    async updateComposition({ params: { id: siteId }, body, principal, envelope }) {
      const { currentCapacity, weight, source, annotated_image, updated_by: _, ...composition } = body
      const image = annotated_image ? await takeBase64(pictures, annotated_image) : undefined
      if (typeof image === 'object') return image
      const decide = async (state: SiteLoad) => {
        const arrived = await readUnderWay(kernel, siteId)
        const said = { siteId, composition, currentCapacity, weight, image, source }
        const decision = updateComposition({ ...said, arrived, updatedBy: principal.userId }, state, clock())
        if (isRejection(decision) || !image) return decision
        // Before the event that names it.
        return (await pictures.keep(image)) ?? decision
      }
      const handled = await handle(store, site.stream(siteId), siteLoad, decide, envelope)
      if (isRejection(handled)) return handled
      const updated = handled.events.find(
        (one): one is EventOf<'SiteCompositionUpdated'> => one.type === 'SiteCompositionUpdated',
      )
      if (!updated) return reject('internal', 'The update was not recorded.')
      return {
        success: true,
        message: 'Waste site composition updated successfully',
        data: {
          site_id: siteId,
          composition: updated.data.composition,
          current_capacity: updated.data.currentCapacity,
          timestamp: updated.data.updatedAt,
          has_image: updated.data.image !== undefined,
        },
        position: handled.position,
      }
    },
  }
}

/** What lies at a site unknown for longer is not what its next update is about. */
const FRESH_MS = 24 * 60 * 60_000

/**
 * The deliveries that an update of a site is about, with what each is said to weigh (kg): those in transit to it, and those that
 * have arrived within a day, since the last update, and that nobody knows what is in.
 */
export async function readUnderWay(kernel: Kernel, siteId: string) {
  const rows = await kernel.rows.upToNow('deliveries', 'sites')
  const [site] = await rows.get<Row & Site>('sites', [siteId])
  const fresh = new Date(kernel.clock().getTime() - FRESH_MS).toISOString()
  const days = [fresh, kernel.clock().toISOString()].map((time) => time.slice(0, 10))
  const since = { $gt: [site?.lastUpdated ?? '', fresh].sort().at(-1) }
  const own = { facilityId: siteId }
  const [underWay, unknown] = await Promise.all([
    rows.find<Row & Delivery>('deliveries', { filter: { ...own, status: 'in-transit' } }),
    rows.find<Row & Delivery>('deliveries', {
      filter: { ...own, day: { $in: days }, composition: null, arrivedAt: since },
    }),
  ])
  return [...underWay, ...unknown].map(({ id: deliveryId, truckId: vehicleId, weight: said, status, estimated }) => {
    const measured = status !== 'in-transit' && !estimated
    return { deliveryId, vehicleId, said, ...(measured && { measured }) }
  })
}
