/** The fleet's reads at the door: the trucks that are in it, and the trips that were logged. */

import type { Vehicle } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { driverKey } from '#rules/planning.ts'
import { fleet } from '../reading/lists.ts'
import type { People } from '../reading/people.ts'
import type { ViewReading } from '../reading/reading.ts'
import { openVehicles } from './open-vehicles.ts'
import { type TripRow, toFuelLog } from './trips-view.ts'
import type { VehicleRow } from './vehicles-view.ts'

export function fleetReads(
  { runner, sealer }: Pick<ViewReading, 'runner' | 'sealer'>,
  people: Pick<People, 'byId'>,
): Reads {
  runner?.onEvents((events) => {
    for (const { type, data } of events)
      if (type === 'VehicleRemoved') sealer.forget(driverKey((data as { vehicleId: string }).vehicleId))
  })

  /** A deleted vehicle was never archived: it has no such time. */
  async function archivedVehicles(rows: Rows): Promise<Vehicle[]> {
    const filter = { archived_at: { $gt: '' } }
    const archived = await rows.find<VehicleRow>('vehicles', { filter, sort: { archived_at: -1 } })
    const archivers = await people.byId(
      rows,
      archived.flatMap(({ archiver }) => archiver ?? []),
    )
    const vehicles = await openVehicles(archived, sealer)
    return vehicles.map((vehicle, index) => {
      const archiver = archived[index]?.archiver
      return { ...vehicle, archived_by: archiver && archivers.get(archiver)?.name }
    })
  }

  return {
    async vehicles({ query }, { rows }) {
      if (query.archived) return { vehicles: await archivedVehicles(rows) }
      const found = await rows.find<VehicleRow>('vehicles', fleet)
      return { vehicles: await openVehicles(found, sealer) }
    },
    /** Also of trucks that were archived since: this is where their history is asked for. */
    async fuelLogs({ query: { vehicle_id, limit } }, { rows }) {
      const filter = vehicle_id === undefined ? {} : { vehicle_id }
      const trips = await rows.find<TripRow>('trips', { filter, sort: { trip_start: -1 }, limit })
      return { logs: trips.map(toFuelLog) }
    },
  }
}
