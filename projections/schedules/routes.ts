/** Answers reads of schedules and their deliveries. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { addDays, laterDayOf } from '#domain/city-time.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createRowComparator, selectFirstInOrder } from '#platform/read-store/order.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { type ArrivalQuery, readArrivedDeliveries } from '../queries/arrivals.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import {
  createOpenOrRecentSchedulesQueries,
  createRecentDeliveriesQueries,
  findListed,
  MAX_OWN_SCHEDULES_LISTED,
  restrictListToFields,
} from '../queries/lists.ts'
import { type DeliveryRow, decryptDeliveries } from './deliveries-view.ts'
import { type ScheduleRow, unsealSchedules } from './schedules-view.ts'

/**
 * Answers the schedules read: those open or ended within a day.
 * Residents see only their own zone.
 */
export function createScheduleReadHandlers({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  return {
    async schedules({ query, principal }, { rows, now }) {
      const resident = principal.role === 'resident'
      if (resident && query.zone && query.zone !== principal.zone)
        return reject('forbidden', msg`You can only see the schedules of your own zone.`)
      const zone = resident ? (principal.zone ?? '') : query.zone
      const own = zone === undefined ? {} : { zone }
      const lists = createOpenOrRecentSchedulesQueries(now, resident ? MAX_OWN_SCHEDULES_LISTED : undefined)
      const found = await findListed<ScheduleRow>(
        rows,
        'schedules',
        lists.map((list) => restrictListToFields(own, list)),
      )
      return { schedules: await unsealSchedules(found, sealer) }
    },
  }
}

/** Fields of a report's row that show how its collection was proved. */
interface ProofRow extends Row {
  served?: { outcome: string; picture?: string; placed?: true }
}

const NEWEST_FIRST = createRowComparator({ arrivedAt: -1 })
/**
 * Number of days that the first read covers.
 * Each further read covers four times as many days as the read before.
 */
const FIRST_READ_DAYS = 30

/**
 * Returns the newest deliveries that arrived in a period.
 * Reads backwards until `limit` deliveries are found, and reads no delivery twice.
 */
async function newestArrived(rows: Rows, { from, to, site_id }: ArrivalQuery, limit: number): Promise<DeliveryRow[]> {
  const arrived: DeliveryRow[] = []
  let last = to
  for (let days = FIRST_READ_DAYS; ; days *= 4) {
    const first = laterDayOf(addDays(to, 1 - days), from)
    for (const row of await readArrivedDeliveries<DeliveryRow>(rows, { from: first, to: last, site_id }))
      arrived.push(row)
    last = addDays(first, -1)
    if (arrived.length >= limit || first === from)
      return selectFirstInOrder(arrived, NEWEST_FIRST, limit) as DeliveryRow[]
  }
}

/** Answers reads of deliveries: current, recent, and arrivals of a period. */
export function createDeliveryReadHandlers({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  return {
    async deliveries(_call, { rows, now }) {
      const found = await findListed<DeliveryRow>(rows, 'deliveries', createRecentDeliveriesQueries(now))
      return { deliveries: await decryptDeliveries(found, sealer) }
    },
    async deliveryProof({ params: { id: deliveryId } }, { rows }) {
      const [delivery] = await rows.get<DeliveryRow>('deliveries', [deliveryId])
      if (!delivery) return reject('not-found', msg`There is no such delivery.`)
      const aboard = await rows.find<ProofRow>('reports', { filter: { deliveryId } })
      const served = aboard.filter((report) => report.served?.outcome === 'collected')
      const proven = served.filter((report) => report.served?.picture || report.served?.placed).length
      const percent = aboard.length > 0 ? Math.round((proven / aboard.length) * 100) : undefined
      return { stops: aboard.length, served: served.length, proven, percent }
    },
    async arrivedDeliveries({ query: { limit, ...period } }, { rows }) {
      return { deliveries: await decryptDeliveries(await newestArrived(rows, period, limit), sealer) }
    },
  }
}
