/** The deliveries' read at the door: those under way, and those of the last 7 days. */
import type { Reads } from '#platform/http/api.ts'
import { recentDeliveries } from '../reading/lists.ts'
import { type DeliveryRow, toDelivery } from './deliveries-view.ts'

export function deliveryReads(): Reads {
  return {
    async deliveries(_call, { rows, now }) {
      const found = await rows.find<DeliveryRow>('deliveries', recentDeliveries(now))
      return { deliveries: found.map(toDelivery) }
    },
  }
}
