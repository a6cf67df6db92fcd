/** HTTP handlers of drivers and their trucks. */
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { NO_QUOTA, type PersonQuota } from '#platform/limiters.ts'
import { recordSecurityEntry } from '../accounts/security-log.ts'
import { loadAccount } from '../aggregates/account.ts'
import { assignDriver, handleAssignmentCommand, loadVehicleOfDriver, releaseDriver } from '../aggregates/drivers.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

const NO_DRIVER = reject('not-found', msg`There is no such driver.`)

/**
 * Returns the HTTP handlers for assigning trucks to drivers.
 * `countTaken` counts each truck that a driver takes.
 * It returns a rejection above the limit.
 */
export function createDriverAssignmentHandlers(kernel: Kernel, countTaken: PersonQuota = NO_QUOTA): Handlers {
  const { store, vault } = kernel

  /** Refuses an unknown truck. */
  async function findVehicle(vehicleId: string): Promise<Vehicle | Rejection> {
    const found = await loadState(store, vehicleAggregate.stream(vehicleId), vehicleAggregate)
    return found.registered ? found : reject('not-found', msg`There is no truck ${{ vehicleId }}.`)
  }

  async function assign(userId: string, vehicleId: string, envelope: Envelope) {
    const found = await findVehicle(vehicleId)
    if (isRejection(found)) return found
    if (found.archived) return reject('conflict', msg`Truck ${{ vehicleId }} is archived.`)
    const assigned = await handleAssignmentCommand(
      kernel,
      assignDriver,
      { userId, vehicleId, by: envelope.actor },
      envelope,
    )
    return isRejection(assigned) ? assigned : assigned.position
  }

  const isDriver = async (userId: string) => (await loadAccount(store, userId))?.role === 'driver'

  return {
    async assignDriver({ params: { id: vehicleId }, body: { driverId }, envelope }) {
      if (!(await isDriver(driverId))) return NO_DRIVER
      const position = await assign(driverId, vehicleId, envelope)
      return typeof position === 'number'
        ? { message: msg`The driver has truck ${{ vehicleId }} now.`, vehicleId, position }
        : position
    },

    async releaseDriver({ params: { id: vehicleId }, envelope }) {
      // Accepts unusable trucks: an archived truck's driver can be released too.
      const found = await findVehicle(vehicleId)
      if (isRejection(found)) return found
      const released = await handleAssignmentCommand(kernel, releaseDriver, { vehicleId, by: envelope.actor }, envelope)
      if (isRejection(released)) return released
      return { message: msg`Truck ${{ vehicleId }} has no driver now.`, vehicleId, position: released.position }
    },

    async signOutDriver({ params: { id: userId }, address }) {
      if (!(await isDriver(userId))) return NO_DRIVER
      await vault.endSessions(userId)
      await recordSecurityEntry(kernel, 'sessions-ended', { userId, address })
      return { message: msg`The driver is signed out on every phone.` }
    },

    async takeVehicle({ body: { vehicleId }, principal, envelope }) {
      const tooMany = await countTaken(principal.userId)
      if (tooMany) return tooMany
      const position = await assign(principal.userId, vehicleId, envelope)
      return typeof position === 'number'
        ? { message: msg`You drive truck ${{ vehicleId }} now.`, vehicleId, position }
        : position
    },

    async leaveVehicle({ principal: { userId }, envelope }) {
      const vehicleId = await loadVehicleOfDriver(kernel, userId)
      const released = await handleAssignmentCommand(kernel, releaseDriver, { userId, by: userId }, envelope)
      if (isRejection(released)) return released
      const event = released.events[0]
      const left = event?.type === 'DriverReleased' ? event.data.vehicleId : vehicleId
      if (left === undefined) return reject('conflict', msg`You have no truck.`)
      return { message: msg`You left truck ${{ left }}.`, vehicleId: left, position: released.position }
    },
  }
}
