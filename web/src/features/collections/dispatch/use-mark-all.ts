/** State of marking all open reports collected: site, truck, zones and command. */
import { useState } from 'react'
import { reasonOf } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { useMarkAllCollectedMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { likelyTruck, sendableTrucks } from './dispatch-consequence.ts'
import { zoneLoads } from './zone-loads.ts'

export function useMarkAll() {
  const [siteId, chooseSite] = useState<string | null>(null)
  const [truckId, chooseTruck] = useState<string | null>(null)
  // Stores excluded zones, so that zones which report meanwhile are included.
  const [leftOut, leaveOut] = useState<readonly string[]>([])
  const { rows: open } = useRoom('active-reports')
  const { rows: sites } = useRoom('sites')
  const { rows: fleet } = useRoom('vehicles')
  const { rows: schedules } = useRoom('schedules')
  const { pending, failure, send } = useCommand('active-reports')
  const [markAll] = useMarkAllCollectedMutation()
  const trucks = sendableTrucks(fleet, schedules)
  const loads = zoneLoads(open)
  const zones = loads.map(({ zone }) => zone).filter((zone) => !leftOut.includes(zone))
  const reports = open.filter(({ zone }) => zones.includes(zone))
  const chooseZones = (chosen: readonly string[]) =>
    leaveOut(loads.map(({ zone }) => zone).filter((zone) => !chosen.includes(zone)))
  const site = sites.find(({ id }) => id === siteId)
  const truck = trucks.find(({ id }) => id === (truckId ?? likelyTruck(trucks, schedules)))

  /** Returns true after a success. */
  async function submit(): Promise<boolean> {
    if (!site || !truck || zones.length === 0) return false
    const body = { dumpingSiteId: site.id, truckId: truck.id, ...(leftOut.length > 0 && { zones }) }
    try {
      const done = await send(body, (key) => markAll({ body, key }).unwrap())
      if (done) toast('success', done.message, `${truck.id} is on its way to ${site.name}.`)
      return Boolean(done)
    } catch (error) {
      toast('error', 'Failed to mark all as collected', reasonOf(error))
      return false
    }
  }

  return {
    reports,
    loads,
    zones,
    chooseZones,
    sites,
    schedules,
    trucks,
    site,
    truck,
    chooseSite,
    chooseTruck,
    pending,
    failure,
    submit,
  }
}
