/**
 * ScheduleTruck: schedules a truck for a zone, if free and with fuel.
 * The truck's own stream decides.
 */

import type { EventData } from '#contract/events.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { COLLECTION_DURATION_MS } from '#domain/planning.ts'
import type { TruckAndSchedule } from '../aggregates/schedule.ts'
import { explainVehicleUnavailability } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export interface ScheduleTruckCommand {
  scheduleId: string
  vehicleId: string
  zone: Zone
  cycle: number
  siteId: string
  /** Distance in km from the zone to the site. */
  distance: number
  reportsCount: number
  /**
   * Plan of the collection.
   * Absent if the truck can't reach the site and return.
   */
  plan?: EventData<'CollectionScheduled'>['plan']
  start: Date
  scheduledBy: string
}

export const scheduleTruck: Decider<ScheduleTruckCommand, TruckAndSchedule, 'vehicle'> = (
  command,
  { truck, schedule },
  now,
) => {
  if (schedule) return []
  const { start, distance: estimatedDistance, ...planned } = command
  const why = explainVehicleUnavailability(command.vehicleId, truck)
  if (why || !truck.registered) return reject('conflict', why ?? msg`There is no such truck.`)
  const { vehicleId, zone, siteId } = planned
  if (!planned.plan)
    return reject(
      'conflict',
      msg`With its fuel, truck ${{ vehicleId }} can't collect in ${{ zone }} and unload at ${{ siteId }} in one shift.`,
    )
  const { make, model, type, registrationNumber, fuelEfficiency, driver } = truck.registered
  return [
    createEvent('CollectionScheduled', {
      ...planned,
      vehicle: { make, model, type, registrationNumber },
      driver,
      scheduledStart: start.toISOString(),
      estimatedCompletion: new Date(start.getTime() + COLLECTION_DURATION_MS).toISOString(),
      estimatedDistance,
      estimatedFuel: estimatedDistance / fuelEfficiency,
      scheduledAt: now.toISOString(),
    }),
  ]
}
