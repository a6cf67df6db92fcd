/** Drivers with trucks, and residents who wait for them. */
import { call, IDENTIFIERS, signIn, signUp } from './api-client.ts'
import type { RunningApp } from './running-app.ts'

export type Resident = Awaited<ReturnType<typeof signUp>> & { stopId: string }

/** Password of created drivers. */
export const DRIVER_PASSWORD = 'a good password'

/** Returns the body of a successful reply; throws otherwise. */
export async function ok(reply: ReturnType<typeof call>) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(text)
  return body
}

export async function createDrivers(app: RunningApp) {
  const dispatcher = await signIn(app, IDENTIFIERS.dispatcher)
  const admin = await signIn(app, IDENTIFIERS.admin)
  let drivers = 0

  return {
    dispatcher,
    admin,

    /** Creates a driver with a truck. */
    async newDriver(truck: string) {
      const employee_id = `SHF${String(++drivers).padStart(3, '0')}`
      const staff = { role: 'driver', name: 'Kojo', email: `${employee_id}@example.com`, employee_id }
      const { user, password } = await ok(call(app, 'createStaff', { token: admin, body: staff }))
      const first = await signIn(app, employee_id, password)
      const own = { currentPassword: password, newPassword: DRIVER_PASSWORD }
      const { token } = await ok(call(app, 'changePassword', { token: first, body: own }))
      await ok(call(app, 'releaseDriver', { token: dispatcher, id: truck }))
      await ok(call(app, 'assignDriver', { token: dispatcher, id: truck, body: { driverId: user.id } }))
      return { id: user.id as string, token: token as string, truck, employee_id }
    },

    /** Signs up residents of a zone who report their bins. */
    async newReports(zone: string, count: number): Promise<Resident[]> {
      const all: Resident[] = []
      for (let n = 0; n < count; n++) {
        const resident = await signUp(app, zone)
        const body = { description: 'Blue gate' }
        const { report } = await ok(call(app, 'reportBinFull', { token: resident.token, body }))
        all.push({ ...resident, stopId: report.id })
      }
      return all
    },

    /** Schedules a truck for a zone; returns the id of the schedule. */
    async plan(zone: string, truck: string): Promise<string> {
      const body = { zone, vehicleIds: [truck] }
      const { schedules } = await ok(call(app, 'scheduleCollection', { token: dispatcher, body }))
      return schedules[0].id
    },

    /** Schedules a truck for a zone and lets it start. */
    async newRound(zone: string, truck: string): Promise<string> {
      const id = await this.plan(zone, truck)
      await ok(call(app, 'changeSchedule', { token: dispatcher, id, body: { status: 'in-progress' } }))
      return id
    },

    endRound: (id: string) => ok(call(app, 'changeSchedule', { token: dispatcher, id, body: { status: 'cancelled' } })),
  }
}
