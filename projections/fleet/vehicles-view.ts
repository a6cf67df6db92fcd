/** Vehicles: one row per truck, with fuel-based values and an encrypted driver's name. */

import { Vehicle } from '#contract/views.ts'
import type { VehicleType } from '#domain/city.ts'
import { fuelPercentageOf, isRefuelNeeded } from '#domain/planning.ts'
import { deriveVehicleStatus } from '#domain/trucks.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import { unsealDrivers } from '#platform/persons.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createFieldPicker } from '../queries/wire-fields.ts'
import { defineView } from '../runner/view.ts'

export interface VehicleRow extends Row, Omit<Vehicle, 'id' | 'archived_by' | 'driver_name' | 'driver_contact'> {
  /**
   * False for archived and deleted vehicles.
   * Their rows remain for references but appear in no list.
   */
  in_fleet: boolean
  in_workshop?: boolean
  /** Stage of the truck's current collection. */
  collection?: 'scheduled' | 'on-route'
  /** Site to which the truck's current load goes. */
  bound_for?: string
  /** Ids of the deliveries with which the truck last departed. */
  aboard?: readonly string[]
  /**
   * True if the truck departed with a pending delivery.
   * While it is true, a composition update does not free the truck.
   */
  holds_pending?: boolean
  driver?: string
  /** Id of the user who archived the truck. */
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
  fuel_percentage: fuelPercentageOf(level, capacity),
  estimated_range_km: Math.round(level * efficiency * 10) / 10,
  needs_refuel: isRefuelNeeded(level, capacity),
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

const statusChange = (
  does: Partial<Pick<VehicleRow, 'collection' | 'bound_for' | 'aboard' | 'holds_pending' | 'in_workshop'>>,
) => ({
  id: byVehicle,
  row: (row: Readonly<Fields> | undefined): Fields | undefined => row && withStatus({ ...row, ...does }),
})

function withStatus(row: Fields): Fields {
  const { bound_for: boundFor, collection, in_workshop: inWorkshop } = row
  return { ...row, status: deriveVehicleStatus({ boundFor, collection, inWorkshop }) }
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
      ...simulatedMarkOf({ meta }),
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
    ShiftEnded: {
      id: byVehicle,
      row: (row, { data: { fuelLevel, odometer }, meta }) =>
        row && {
          ...row,
          ...fuelOf(fuelLevel ?? row.current_fuel_level, row.tank_capacity_liters, row.fuel_efficiency_kmpl),
          ...(odometer !== undefined && { odometer_km: odometer }),
          ...simulatedMarkOf({ meta }),
        },
    },
    DriverAssigned: { id: byVehicle, row: (row, { data: { userId } }) => row && { ...row, driver_id: userId } },
    DriverReleased: { id: byVehicle, row: (row) => row && { ...row, driver_id: undefined } },
    VehicleSentToWorkshop: statusChange({ in_workshop: true }),
    VehicleBackInService: statusChange({ in_workshop: undefined }),
    VehicleArchived: {
      id: byVehicle,
      row: (row, { data: { archivedBy: archiver, archivedAt: archived_at } }) =>
        row && { ...row, in_fleet: false, archived: true, archived_at, archiver },
    },
    // A deleted vehicle counts as archived, without a driver, whose key is deleted.
    VehicleRemoved: {
      id: byVehicle,
      row: (row) => row && { ...row, in_fleet: false, archived: true, driver: undefined },
    },
    CollectionScheduled: statusChange({ collection: 'scheduled' }),
    CollectionStarted: statusChange({ collection: 'on-route' }),
    CollectionCompleted: statusChange({ collection: undefined }),
    CollectionCancelled: statusChange({ collection: undefined }),
    CancellationUndone: statusChange({ collection: 'scheduled' }),
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
    TruckArrived: statusChange({ bound_for: undefined, aboard: undefined, holds_pending: undefined }),
    // Frees the trucks whose last loads arrived with the site's update.
    // The event `TruckArrived` of each truck follows later.
    // Corrections list loads of earlier trips and free no truck.
    SiteCompositionUpdated: {
      id: (data) => [...new Set(data.arrived.map(({ vehicleId }) => vehicleId))],
      row: (row, { data: { siteId, arrived } }) => {
        const isThere = arrived.some(({ deliveryId }) => row?.aboard?.includes(deliveryId))
        return isThere && row?.bound_for === siteId && !row.holds_pending
          ? withStatus({ ...row, bound_for: undefined, aboard: undefined })
          : undefined
      },
    },
  },
})

const onWire = createFieldPicker(Vehicle)

/**
 * Decrypts drivers' names and contacts.
 * Returns vehicles in the order of the rows.
 */
export async function unsealVehicles(rows: readonly VehicleRow[], sealer: Sealer): Promise<Vehicle[]> {
  const drivers = await unsealDrivers(
    sealer,
    rows.map(({ id, driver }) => ({ vehicleId: id, driver })),
  )
  return rows.map((row, index) => {
    const { name, contact } = drivers[index] ?? {}
    return { ...onWire(row), driver_name: name || undefined, driver_contact: contact }
  })
}
