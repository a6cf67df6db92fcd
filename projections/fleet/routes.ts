/** The fleet's reads at the door: the trucks that are in it, and the trips that were logged. */

import type { Vehicle } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import { driverKey } from '#rules/planning.ts'
import type { People } from '../admin/people.ts'
import { fleet } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { openVehicles } from './open-vehicles.ts'
import { type TripRow, toFuelLog } from './trips-view.ts'
import type { VehicleRow } from './vehicles-view.ts'

export function fleetReads({ reads, runner, sealer }: Reading, people: Pick<People, 'byId'>): Handlers {
  runner.onEvents((events) => {
    for (const { type, data } of events)
      if (type === 'VehicleRemoved') sealer.forget(driverKey((data as { vehicleId: string }).vehicleId))
  })
  const table = () => runner.table('vehicles')

  /** A deleted vehicle was never archived: it has no such time. */
  async function archivedVehicles(): Promise<Vehicle[]> {
    const filter = { archived_at: { $gt: '' } }
    const rows = await reads.find<VehicleRow>(table(), { filter, sort: { archived_at: -1 } })
    const archivers = await people.byId(rows.flatMap(({ archiver }) => archiver ?? []))
    const vehicles = await openVehicles(rows, sealer)
    return vehicles.map((vehicle, index) => {
      const archiver = rows[index]?.archiver
      return { ...vehicle, archived_by: archiver && archivers.get(archiver)?.name }
    })
  }

  return {
    async vehicles({ query }) {
      if (query.archived) return { vehicles: await archivedVehicles() }
      const rows = await reads.find<VehicleRow>(table(), fleet)
      return { vehicles: await openVehicles(rows, sealer) }
    },
    /** Also of trucks that were archived since: this is where their history is asked for. */
    async fuelLogs({ query: { vehicle_id, limit } }) {
      const filter = vehicle_id === undefined ? {} : { vehicle_id }
      const rows = await reads.find<TripRow>(runner.table('trips'), { filter, sort: { trip_start: -1 }, limit })
      return { logs: rows.map(toFuelLog) }
    },
  }
}
