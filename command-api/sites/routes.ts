/** The sites' command at the door: update what a site holds; the deliveries under way to it arrive with that. */

import type { EventOf } from '#contract/events.ts'
import { isRejection, reject } from '#contract/problems.ts'
import type { Delivery } from '#contract/views.ts'
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

/** The deliveries that are in transit to a site, with what each is said to weigh (kg). */
export async function readUnderWay(kernel: Kernel, siteId: string) {
  const rows = await kernel.rows.upToNow('deliveries')
  const filter = { facilityId: siteId, status: 'in-transit' }
  const underWay = await rows.find<Row & Delivery>('deliveries', { filter })
  return underWay.map(({ id: deliveryId, truckId: vehicleId, weight: said }) => ({ deliveryId, vehicleId, said }))
}
