/** All open reports collected at once: the choice of a site and a truck, and the command. */
import { useState } from 'react'
import { reasonOf } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { useMarkAllCollectedMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { likelyTruck, sendableTrucks } from './dispatch-consequence.ts'

export function useMarkAll() {
  const [siteId, chooseSite] = useState<string | null>(null)
  const [truckId, chooseTruck] = useState<string | null>(null)
  const { rows: reports } = useRoom('active-reports')
  const { rows: sites } = useRoom('sites')
  const { rows: fleet } = useRoom('vehicles')
  const { rows: schedules } = useRoom('schedules')
  const { pending, failure, send } = useCommand('active-reports')
  const [markAll] = useMarkAllCollectedMutation()
  const trucks = sendableTrucks(fleet, schedules)
  const site = sites.find(({ id }) => id === siteId)
  const truck = trucks.find(({ id }) => id === (truckId ?? likelyTruck(trucks, schedules)))

  /** Whether they were collected. */
  async function submit(): Promise<boolean> {
    if (!site || !truck) return false
    const body = { dumpingSiteId: site.id, truckId: truck.id }
    try {
      const done = await send(body, (key) => markAll({ body, key }).unwrap())
      if (done) toast('success', done.message, `${truck.id} is on its way to ${site.name}.`)
      return Boolean(done)
    } catch (error) {
      toast('error', 'Failed to mark all as collected', reasonOf(error))
      return false
    }
  }

  return { reports, sites, schedules, trucks, site, truck, chooseSite, chooseTruck, pending, failure, submit }
}
