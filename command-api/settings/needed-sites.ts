/** The sites that a truck is on its way to, or will be: they can't be taken away from under it. */
import type { Event } from '#contract/events.ts'
import { tableOf } from '#contract/tables.ts'
import type { Schedule } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { vehicle, vehicleStream } from '../vehicle.ts'

/** Why each site must stay, as a sentence by its id. */
export async function readNeededSites({ store, reads }: Kernel): Promise<Record<string, string>> {
  const needed: Record<string, string> = {}
  const schedules = await reads.find<Row & Schedule>(tableOf('schedules'), { filter: { open: true } })
  for (const { siteId, vehicle: truck } of schedules) needed[siteId] = `truck ${truck.id} is scheduled to unload there.`
  for (const { id } of await reads.find(tableOf('vehicles'))) {
    const recorded = (await store.readStream(vehicleStream(id))) as unknown as Event[]
    const { boundFor } = recorded.reduce(vehicle.evolve, vehicle.initial)
    if (boundFor) needed[boundFor] = `truck ${id} is on its way there.`
  }
  return needed
}
