/** Schedules as answers have them: the driver's name opened, for dispatchers. */
import { driverKey } from '#contract/planning.ts'
import type { Schedule } from '#contract/views.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ScheduleState } from './schedule.ts'

export async function toSchedules(states: readonly ScheduleState[], sealer: Sealer): Promise<Schedule[]> {
  const sealed = states.flatMap(({ planned: { vehicleId, driver } }) =>
    driver ? [{ personId: driverKey(vehicleId), sealed: driver }] : [],
  )
  const opened = await sealer.open<{ name: string; contact?: string }>(sealed)
  const drivers = new Map(sealed.map((one, index) => [one.sealed, opened[index]]))
  return states.map(({ planned, reportIds: _, ...progress }) => {
    const { scheduleId: id, vehicleId, vehicle, driver, estimatedFuel: estimatedFuelConsumption, ...rest } = planned
    const { cycle: __, scheduledBy: ___, scheduledAt: ____, ...plan } = rest
    const { name: driverName, contact: driverContact } = (driver && drivers.get(driver)) || {}
    const truck = { id: vehicleId, ...vehicle }
    return { id, ...plan, ...progress, vehicle: truck, driverName, driverContact, estimatedFuelConsumption }
  })
}
