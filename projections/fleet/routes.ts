/** The fleet's read at the door. */
import type { Handlers } from '#platform/http/api.ts'
import type { Reading } from '../reading.ts'
import { toVehicle, type VehicleRow } from './vehicles-view.ts'

export function fleetReads({ reads, runner }: Reading): Handlers {
  return {
    async vehicles() {
      const rows = await reads.find<VehicleRow>(runner.table('vehicles'), { sort: { id: 1 } })
      return { vehicles: rows.map(toVehicle) }
    },
  }
}
