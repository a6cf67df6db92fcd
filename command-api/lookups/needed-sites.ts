/**
 * Sites that trucks are scheduled or on their way to.
 * They can't be removed.
 */
import type { Delivery, Schedule } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Returns by site id why the site must stay. */
export async function readNeededSites(kernel: Kernel): Promise<Record<string, string>> {
  const rows = await kernel.rows.upToNow('schedules', 'deliveries')
  const [schedules, deliveries] = await Promise.all([
    rows.find<Row & Schedule>('schedules', { filter: { open: true } }),
    rows.find<Row & Delivery>('deliveries', { filter: { underWay: true } }),
  ])
  return Object.fromEntries([
    ...schedules.map(({ siteId, vehicle }) => [siteId, `truck ${vehicle.id} is scheduled to unload there.`]),
    ...deliveries.map(({ facilityId, truckId }) => [facilityId, `truck ${truckId} is on its way there.`]),
  ])
}
