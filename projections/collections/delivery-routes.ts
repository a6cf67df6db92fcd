/** The deliveries' reads at the door: those under way and of the last days, and those that arrived in a period. */
import type { Reads } from '#platform/http/api.ts'
import { firstInOrder, orderBy } from '#platform/read-store/order.ts'
import { arrivedIn } from '../reading/arrivals.ts'
import { recentDeliveries } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { type DeliveryRow, openDeliveries } from './deliveries-view.ts'

const NEWEST_FIRST = orderBy({ arrivedAt: -1 })

export function deliveryReads({ sealer }: Pick<Reading, 'sealer'>): Reads {
  return {
    async deliveries(_call, { rows, now }) {
      const found = await rows.find<DeliveryRow>('deliveries', recentDeliveries(now))
      return { deliveries: await openDeliveries(found, sealer) }
    },
    async arrivedDeliveries({ query: { limit, ...asked } }, { rows }) {
      const arrived = await arrivedIn<DeliveryRow>(rows, asked)
      const newest = firstInOrder(arrived, NEWEST_FIRST, limit) as DeliveryRow[]
      return { deliveries: await openDeliveries(newest, sealer) }
    },
  }
}
