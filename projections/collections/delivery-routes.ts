/** The deliveries' read at the door: those under way, and those of the last 7 days. */
import type { Handlers } from '#platform/http/api.ts'
import type { Reading } from '../reading.ts'
import { type DeliveryRow, toDelivery } from './deliveries-view.ts'

const DAYS_MS = 7 * 24 * 60 * 60_000

export function deliveryReads({ reads, runner, clock }: Reading): Handlers {
  return {
    async deliveries() {
      const since = new Date(clock().getTime() - DAYS_MS).toISOString()
      const filter = { $or: [{ underWay: true }, { createdAt: { $gte: since } }, { arrivedAt: { $gte: since } }] }
      const rows = await reads.find<DeliveryRow>(runner.table('deliveries'), { filter, sort: { createdAt: -1 } })
      return { deliveries: rows.map(toDelivery) }
    },
  }
}
