/** Vehicles: one row per truck, with what is derived from its fuel; the driver's name sealed. */

import type { Vehicle } from '#contract/views.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import { simulatedBy } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { VehicleType } from '#rules/city.ts'
import { fuelPercentage, needsRefuel } from '#rules/planning.ts'
import { vehicleStatus } from '#rules/vehicle-status.ts'
import { defineView } from '../runner/view.ts'

export interface VehicleRow extends Row, Omit<Vehicle, 'id' | 'archived_by' | 'driver_name' | 'driver_contact'> {
  /** Neither archived nor deleted. Those are kept as rows for what still names them, and shown in no list. */
  in_fleet: boolean
  in_workshop?: boolean
  /** Where its collection stands, while it is on one. */
  collection?: 'scheduled' | 'on-route'
  /** The site that it is taking a load to. */
  bound_for?: string
  /** The deliveries that it left with last. */
  aboard?: readonly string[]
  /** Not all that was given to it has set out: what comes to its site is not all that it waits for. */
  holds_pending?: boolean
  driver?: string
  /** The user id of who archived it. */
  archiver?: string
}

interface Facts {
  vehicleId: string
  type: VehicleType
  make: string
  model: string
  year: number
  registrationNumber: string
  fuelEfficiency: number
  tankCapacity: number
  fuelLevel: number
  driver?: string
}

type Fields = Omit<VehicleRow, 'position'>

const fuelOf = (level: number, capacity: number, efficiency: number) => ({
  current_fuel_level: level,
  fuel_percentage: fuelPercentage(level, capacity),
  estimated_range_km: Math.round(level * efficiency * 10) / 10,
  needs_refuel: needsRefuel(level, capacity),
})

const factsOf = ({ vehicleId: id, ...data }: Facts) => ({
  id,
  type: data.type,
  make: data.make,
  model: data.model,
  year: data.year,
  registration_number: data.registrationNumber,
  fuel_efficiency_kmpl: data.fuelEfficiency,
  tank_capacity_liters: data.tankCapacity,
  ...fuelOf(data.fuelLevel, data.tankCapacity, data.fuelEfficiency),
  driver: data.driver,
})

const byVehicle = (data: { vehicleId: string }) => data.vehicleId

const doing = (
  does: Partial<Pick<VehicleRow, 'collection' | 'bound_for' | 'aboard' | 'holds_pending' | 'in_workshop'>>,
) => ({
  id: byVehicle,
  row: (row: Readonly<Fields> | undefined): Fields | undefined => row && withStatus({ ...row, ...does }),
})

function withStatus(row: Fields): Fields {
  const { bound_for: boundFor, collection, in_workshop: inWorkshop } = row
  return { ...row, status: vehicleStatus({ boundFor, collection, inWorkshop }) }
}

const refuelled = {
  id: byVehicle,
  row: (
    row: Readonly<Fields> | undefined,
    { data: { fuelLevel }, meta }: RecordedEvent<'VehicleRefuelled' | 'TripLogged'>,
  ): Fields | undefined =>
    row && {
      ...row,
      ...fuelOf(fuelLevel ?? row.current_fuel_level, row.tank_capacity_liters, row.fuel_efficiency_kmpl),
      ...simulatedBy({ meta }),
    },
}

export const vehiclesView = defineView<VehicleRow>({
  name: 'vehicles',
  on: {
    VehicleRegistered: {
      id: byVehicle,
      row: (_, { data }) => ({ ...factsOf(data), status: 'available', in_fleet: true }),
    },
    VehicleChanged: { id: byVehicle, row: (row, { data }) => row && { ...row, ...factsOf(data) } },
    VehicleRefuelled: refuelled,
    TripLogged: refuelled,
    VehicleSentToWorkshop: doing({ in_workshop: true }),
    VehicleBackInService: doing({ in_workshop: undefined }),
    VehicleArchived: {
      id: byVehicle,
      row: (row, { data: { archivedBy: archiver, archivedAt: archived_at } }) =>
        row && { ...row, in_fleet: false, archived: true, archived_at, archiver },
    },
    // As good as archived for whoever plans; its driver's key is gone.
    VehicleRemoved: {
      id: byVehicle,
      row: (row) => row && { ...row, in_fleet: false, archived: true, driver: undefined },
    },
    CollectionScheduled: doing({ collection: 'scheduled' }),
    CollectionStarted: doing({ collection: 'on-route' }),
    CollectionCompleted: doing({ collection: undefined }),
    CollectionCancelled: doing({ collection: undefined }),
    CancellationUndone: doing({ collection: 'scheduled' }),
    TruckDispatched: {
      id: byVehicle,
      row: (row, { data: { siteId, scheduleIds, loads } }) =>
        row &&
        withStatus({
          ...row,
          bound_for: siteId,
          aboard: loads.map(({ deliveryId }) => deliveryId),
          ...(loads.some(({ status }) => status === 'pending') && { holds_pending: true }),
          ...(scheduleIds.length > 0 && { collection: undefined }),
        }),
    },
    TruckArrived: doing({ bound_for: undefined, aboard: undefined, holds_pending: undefined }),
    // Frees at once all trucks whose last loads came to the site; each truck's own event follows. A correction of an earlier
    // update names loads of before.
    SiteCompositionUpdated: {
      id: (data) => data.arrived.map(({ vehicleId }) => vehicleId),
      row: (row, { data: { siteId, arrived } }) => {
        const isThere = arrived.some(({ deliveryId }) => row?.aboard?.includes(deliveryId))
        return isThere && row?.bound_for === siteId && !row.holds_pending
          ? withStatus({ ...row, bound_for: undefined, aboard: undefined })
          : undefined
      },
    },
  },
})
