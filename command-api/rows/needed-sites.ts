/** The sites that a truck is on its way to, or will be: they can't be taken away from under it. */
import { tableOf } from '#contract/tables.ts'
import type { Delivery, Schedule } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowsUpToNow } from './up-to-now.ts'

/** Why each site must stay, as a sentence by its id. */
export async function readNeededSites(kernel: Kernel): Promise<Record<string, string>> {
  const { reads } = kernel
  await rowsUpToNow(kernel, 'schedules', 'deliveries')
  const [schedules, deliveries] = await Promise.all([
    reads.find<Row & Schedule>(tableOf('schedules'), { filter: { open: true } }),
    reads.find<Row & Delivery>(tableOf('deliveries'), { filter: { underWay: true } }),
  ])
  return Object.fromEntries([
    ...schedules.map(({ siteId, vehicle }) => [siteId, `truck ${vehicle.id} is scheduled to unload there.`]),
    ...deliveries.map(({ facilityId, truckId }) => [facilityId, `truck ${truckId} is on its way there.`]),
  ])
}
