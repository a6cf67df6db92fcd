/** Answers fleet reads: vehicles in the fleet and logged trips. */

import type { Vehicle } from '#contract/views.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ViewReadDependencies } from '../queries/dependencies.ts'
import { fleetQuery } from '../queries/lists.ts'
import type { PersonDirectory } from '../queries/people.ts'
import { type TripRow, toFuelLog } from './trips-view.ts'
import { unsealVehicles, type VehicleRow } from './vehicles-view.ts'

export function createFleetReadHandlers(
  { sealer }: Pick<ViewReadDependencies, 'sealer'>,
  people: Pick<PersonDirectory, 'byId'>,
): ReadHandlers {
  /**
   * Returns the archived vehicles.
   * Leaves out deleted ones, which have no time of archiving.
   */
  async function archivedVehicles(rows: Rows): Promise<Vehicle[]> {
    const filter = { archived_at: { $gt: '' } }
    const archived = await rows.find<VehicleRow>('vehicles', { filter, sort: { archived_at: -1 } })
    const archivers = await people.byId(
      rows,
      archived.flatMap(({ archiver }) => archiver ?? []),
    )
    const vehicles = await unsealVehicles(archived, sealer)
    return vehicles.map((vehicle, index) => {
      const archiver = archived[index]?.archiver
      return { ...vehicle, archived_by: archiver && archivers.get(archiver)?.name }
    })
  }

  return {
    async vehicles({ query }, { rows }) {
      if (query.archived) return { vehicles: await archivedVehicles(rows) }
      const found = await rows.find<VehicleRow>('vehicles', fleetQuery)
      return { vehicles: await unsealVehicles(found, sealer) }
    },
    /** Lists the logged trips, also those of archived trucks. */
    async fuelLogs({ query: { vehicle_id, limit } }, { rows }) {
      const filter = vehicle_id === undefined ? {} : { vehicle_id }
      const trips = await rows.find<TripRow>('trips', { filter, sort: { trip_start: -1 }, limit })
      return { logs: trips.map(toFuelLog) }
    },
  }
}
