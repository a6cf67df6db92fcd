/** Schedules: one row per truck's collection in a zone, from being made to its end; the driver's name sealed. */

import type { Schedule } from '#contract/views.ts'
import { simulatedBy } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ScheduleStatus, Zone } from '#rules/city.ts'
import { defineView } from '../runner/view.ts'

export interface ScheduleRow extends Row, Omit<Schedule, 'id' | 'zone' | 'status' | 'driverName' | 'driverContact'> {
  zone: Zone
  status: ScheduleStatus
  open: boolean
  cycle: number
  /** The installation scheduled it by itself. */
  itself?: true
  driver?: string
}

export const schedulesView = defineView<ScheduleRow>({
  name: 'schedules',
  on: {
    CollectionScheduled: {
      id: (data) => data.scheduleId,
      row: (
        _,
        { scheduleId: id, vehicleId, vehicle, estimatedFuel: estimatedFuelConsumption, ...data },
        __,
        event,
      ) => ({
        ...simulatedBy(event),
        id,
        zone: data.zone,
        cycle: data.cycle,
        status: 'scheduled',
        open: true,
        scheduledStart: data.scheduledStart,
        estimatedCompletion: data.estimatedCompletion,
        vehicle: { id: vehicleId, ...vehicle },
        driver: data.driver,
        siteId: data.siteId,
        reportsCount: data.reportsCount,
        estimatedDistance: data.estimatedDistance,
        estimatedFuelConsumption,
        plan: data.plan,
        itself: data.scheduledBy === 'system' || undefined,
      }),
    },
    CollectionRescheduled: {
      id: (data) => data.scheduleId,
      row: (row, { scheduledStart, estimatedCompletion }) => row && { ...row, scheduledStart, estimatedCompletion },
    },
    CollectionStarted: {
      id: (data) => data.scheduleId,
      row: (row, { startedAt }, _, event) => row && { ...row, ...simulatedBy(event), status: 'in-progress', startedAt },
    },
    CollectionOverdue: {
      id: (data) => data.scheduleId,
      row: (row, { overdueAt }) => row && { ...row, overdueAt },
    },
    CollectionCompleted: {
      id: (data) => data.scheduleId,
      row: (row, { completedAt }) => row && { ...row, status: 'completed', open: false, completedAt },
    },
    TruckDispatched: {
      id: (data) => data.scheduleIds,
      row: (row, { dispatchedAt }, _, event) =>
        row && { ...row, ...simulatedBy(event), status: 'completed', open: false, completedAt: dispatchedAt },
    },
    CollectionCancelled: {
      id: (data) => data.scheduleId,
      row: (row, { cancelledAt, reason }) => row && { ...row, status: 'cancelled', open: false, cancelledAt, reason },
    },
  },
})
