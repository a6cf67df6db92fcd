/** The deliveries' read at the door: those under way, and those of the last 7 days. */
import type { Handlers } from '#platform/http/api.ts'
import { recentDeliveries } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { type DeliveryRow, toDelivery } from './deliveries-view.ts'

export function deliveryReads({ reads, runner, clock }: Reading): Handlers {
  return {
    async deliveries() {
      const rows = await reads.find<DeliveryRow>(runner.table('deliveries'), recentDeliveries(clock()))
      return { deliveries: rows.map(toDelivery) }
    },
  }
}
