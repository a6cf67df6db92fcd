/** Finds the sites that trucks are scheduled for or on their way to. Such sites can't be removed. */
import { type Message, msg } from '#contract/languages/message.ts'
import type { Delivery, Schedule } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Returns by site id the reason why the site must stay. */
export async function readSitesInUse(kernel: Kernel): Promise<Record<string, Message>> {
  const rows = await kernel.rows.upToNow('schedules', 'deliveries')
  const [schedules, deliveries] = await Promise.all([
    rows.find<Row & Schedule>('schedules', { filter: { open: true } }),
    rows.find<Row & Delivery>('deliveries', { filter: { underWay: true } }),
  ])
  return Object.fromEntries([
    ...schedules.map(({ siteId, vehicle }) => [
      siteId,
      msg`truck ${{ vehicleId: vehicle.id }} is scheduled to unload there.`,
    ]),
    ...deliveries.map(({ facilityId, truckId }) => [
      facilityId,
      msg`truck ${{ vehicleId: truckId }} is on its way there.`,
    ]),
  ])
}
