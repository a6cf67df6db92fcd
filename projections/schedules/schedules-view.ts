/**
 * Schedules: one row per truck and zone.
 * The driver's name is encrypted.
 */

import { Schedule } from '#contract/views.ts'
import type { ScheduleStatus, Zone } from '#domain/city.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import { unsealDrivers } from '#platform/persons.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createFieldPicker } from '../queries/wire-fields.ts'
import { defineView } from '../runner/view.ts'

export interface ScheduleRow extends Row, Omit<Schedule, 'id' | 'zone' | 'status' | 'driverName' | 'driverContact'> {
  zone: Zone
  status: ScheduleStatus
  open: boolean
  cycle: number
  /** True if the system scheduled the collection automatically, not a dispatcher. */
  automatic?: true
  driver?: string
}

export const schedulesView = defineView<ScheduleRow>({
  name: 'schedules',
  on: {
    CollectionScheduled: {
      id: (data) => data.scheduleId,
      row: (_, { data, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id: data.scheduleId,
        zone: data.zone,
        cycle: data.cycle,
        status: 'scheduled',
        open: true,
        scheduledStart: data.scheduledStart,
        estimatedCompletion: data.estimatedCompletion,
        vehicle: { id: data.vehicleId, ...data.vehicle },
        driver: data.driver,
        siteId: data.siteId,
        reportsCount: data.reportsCount,
        estimatedDistance: data.estimatedDistance,
        estimatedFuelConsumption: data.estimatedFuel,
        plan: data.plan,
        automatic: data.scheduledBy === 'system' || undefined,
      }),
    },
    CollectionRescheduled: {
      id: (data) => data.scheduleId,
      row: (row, { data: { scheduledStart, estimatedCompletion } }) =>
        row && { ...row, scheduledStart, estimatedCompletion },
    },
    CollectionStarted: {
      id: (data) => data.scheduleId,
      row: (row, { data: { startedAt }, meta }) =>
        row && { ...row, ...simulatedMarkOf({ meta }), status: 'in-progress', startedAt },
    },
    CollectionOverdue: {
      id: (data) => data.scheduleId,
      row: (row, { data: { overdueAt } }) => row && { ...row, overdueAt },
    },
    CollectionCompleted: {
      id: (data) => data.scheduleId,
      row: (row, { data: { completedAt } }) => row && { ...row, status: 'completed', open: false, completedAt },
    },
    TruckDispatched: {
      id: (data) => data.scheduleIds,
      row: (row, { data: { dispatchedAt: completedAt }, meta }) =>
        row && { ...row, ...simulatedMarkOf({ meta }), status: 'completed', open: false, completedAt },
    },
    CollectionCancelled: {
      id: (data) => data.scheduleId,
      row: (row, { data: { cancelledAt, reason } }) =>
        row && { ...row, status: 'cancelled', open: false, cancelledAt, reason },
    },
    CancellationUndone: {
      id: (data) => data.scheduleId,
      row: (row) => row && { ...row, status: 'scheduled', open: true, cancelledAt: undefined, reason: undefined },
    },
  },
})

const onWire = createFieldPicker(Schedule)

/**
 * Decrypts drivers' names and contacts.
 * Returns schedules in the order of the rows.
 */
export async function unsealSchedules(rows: readonly ScheduleRow[], sealer: Sealer): Promise<Schedule[]> {
  const drivers = await unsealDrivers(
    sealer,
    rows.map(({ vehicle, driver }) => ({ vehicleId: vehicle.id, driver })),
  )
  return rows.map((row, index) => {
    const { name: driverName, contact: driverContact } = drivers[index] ?? {}
    return { ...onWire(row), driverName, driverContact }
  })
}
