/** Creates drivers with trucks, and residents who wait for them. */
import { call, SEEDED_IDENTIFIERS, signIn, signUp } from './api-client.ts'
import { truck } from './command-fixtures.ts'
import type { RunningApp } from './running-app.ts'

export type Resident = Awaited<ReturnType<typeof signUp>> & { stopId: string }

const CENTRE = { lat: 5.6, lng: -0.2 }

/** Password of created drivers. */
export const DRIVER_PASSWORD = 'a good password'

/**
 * Returns the body of a successful reply.
 * Throws for other replies.
 */
export async function requireSuccessBody(reply: ReturnType<typeof call>) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(text)
  return body
}

export async function createDrivers(app: RunningApp) {
  const dispatcher = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
  const admin = await signIn(app, SEEDED_IDENTIFIERS.admin)
  let drivers = 0
  let zones = 0

  return {
    dispatcher,
    admin,

    /** Creates a driver with a truck. */
    async newDriver(vehicleId: string) {
      const employee_id = `SHF${String(++drivers).padStart(3, '0')}`
      const staff = { role: 'driver', name: 'Kojo', email: `${employee_id}@example.com`, employee_id }
      const { user, password } = await requireSuccessBody(call(app, 'createStaff', { token: admin, body: staff }))
      const first = await signIn(app, employee_id, password)
      const own = { currentPassword: password, newPassword: DRIVER_PASSWORD }
      const { token } = await requireSuccessBody(call(app, 'changePassword', { token: first, body: own }))
      await requireSuccessBody(call(app, 'releaseDriver', { token: dispatcher, id: vehicleId }))
      await requireSuccessBody(
        call(app, 'assignDriver', { token: dispatcher, id: vehicleId, body: { driverId: user.id } }),
      )
      return { id: user.id as string, token: token as string, truck: vehicleId, employee_id }
    },

    /** Opens a zone for one test. */
    async newZone(): Promise<string> {
      const n = ++zones
      const body = { name: `Zone ${n}`, code: `Z${String.fromCharCode(64 + n)}`, customers: 10, centre: CENTRE }
      await requireSuccessBody(call(app, 'openZone', { token: dispatcher, body }))
      return body.name
    },

    async newTruck(): Promise<string> {
      const body = { ...truck, id: `D${String(++drivers).padStart(3, '0')}` }
      return (await requireSuccessBody(call(app, 'registerVehicle', { token: dispatcher, body }))).vehicle.id
    },

    /** Signs up residents of a zone who report their bins. */
    async newReports(zone: string, count: number): Promise<Resident[]> {
      const all: Resident[] = []
      for (let n = 0; n < count; n++) {
        const resident = await signUp(app, zone)
        const body = { description: 'Blue gate' }
        const { report } = await requireSuccessBody(call(app, 'reportBinFull', { token: resident.token, body }))
        all.push({ ...resident, stopId: report.id })
      }
      return all
    },

    /**
     * Schedules a truck for a zone.
     * Returns the schedule's id.
     */
    async plan(zone: string, truck: string): Promise<string> {
      const body = { zone, vehicleIds: [truck] }
      const { schedules } = await requireSuccessBody(call(app, 'scheduleCollection', { token: dispatcher, body }))
      return schedules[0].id
    },

    /**
     * Schedules and starts a truck for a zone.
     * Returns the schedule's id.
     */
    async newRound(zone: string, truck: string): Promise<string> {
      const id = await this.plan(zone, truck)
      await requireSuccessBody(call(app, 'changeSchedule', { token: dispatcher, id, body: { status: 'in-progress' } }))
      return id
    },

    endRound: (id: string) =>
      requireSuccessBody(call(app, 'changeSchedule', { token: dispatcher, id, body: { status: 'cancelled' } })),
  }
}
