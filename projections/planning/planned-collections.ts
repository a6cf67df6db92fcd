/** Formats collections of a recommendation: planned and already scheduled. */

import type { Recommendation, Schedule, Vehicle } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import { type Leg, workOfLeg } from '#rules/planner/plan.ts'
import { DURATION_MS, fuelPercentage, LEAD_MS, workOf } from '#rules/planning.ts'

export type Planned = Recommendation['schedules'][number]

const infoOf = ({ make, model, id }: Pick<Vehicle, 'make' | 'model' | 'id'>) => `${make} ${model} (${id})`

/**
 * Returns a truck's leg as if scheduled now.
 * `of` is the number of the zone's open reports.
 */
export function planned(leg: Leg, of: number, fleet: readonly Vehicle[], now: Date): Planned {
  const truck = fleet.find(({ id }) => id === leg.vehicleId) as Vehicle
  const start = now.getTime() + LEAD_MS
  const { reports: reportsCount, trips: dumpTrips, km, litres } = workOfLeg(leg)
  return {
    zone: leg.zone as Zone,
    vehicleId: leg.vehicleId,
    siteId: leg.siteId,
    vehicleInfo: infoOf(truck),
    driverName: truck.driver_name,
    driverContact: truck.driver_contact,
    fuelLevel: truck.fuel_percentage,
    estimatedDistance: km,
    estimatedFuel: litres,
    dumpTrips,
    scheduledStart: new Date(start).toISOString(),
    estimatedCompletion: new Date(start + DURATION_MS).toISOString(),
    reportsCount,
    of,
    status: 'recommended',
  }
}

/** Returns an existing schedule with the plan behind it. */
export function standing(schedule: Schedule, fleet: readonly Vehicle[]): Planned {
  const { zone, siteId, vehicle, driverName, driverContact, status } = schedule
  const { reports: reportsCount, trips: dumpTrips, km, litres } = workOf(schedule)
  const truck = fleet.find(({ id }) => id === vehicle.id)
  return {
    zone,
    vehicleId: vehicle.id,
    siteId,
    vehicleInfo: infoOf(vehicle),
    driverName,
    driverContact,
    fuelLevel: truck ? fuelPercentage(truck.current_fuel_level, truck.tank_capacity_liters) : 0,
    estimatedDistance: km,
    estimatedFuel: litres,
    dumpTrips,
    scheduledStart: schedule.scheduledStart,
    estimatedCompletion: schedule.estimatedCompletion,
    reportsCount,
    of: schedule.reportsCount,
    status,
  }
}
