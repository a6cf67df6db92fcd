/** Schedules as answers have them: the driver's name opened, for dispatchers. */
import type { Schedule } from '#contract/views.ts'
import { openDrivers } from '#platform/drivers.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ScheduleState } from '../streams/schedule.ts'

export async function toSchedules(states: readonly ScheduleState[], sealer: Sealer): Promise<Schedule[]> {
  const drivers = await openDrivers(
    sealer,
    states.map(({ planned }) => planned),
  )
  return states.map(({ planned, reportIds: _, ...progress }, index) => {
    const { scheduleId: id, vehicleId, vehicle, estimatedFuel: estimatedFuelConsumption, ...rest } = planned
    const { driver: __, cycle: ___, scheduledBy: ____, scheduledAt: _____, ...figures } = rest
    const { name: driverName, contact: driverContact } = drivers[index] ?? {}
    const truck = { id: vehicleId, ...vehicle }
    return { id, ...figures, ...progress, vehicle: truck, driverName, driverContact, estimatedFuelConsumption }
  })
}
