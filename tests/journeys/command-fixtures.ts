/** Creates fresh people, trucks, reports, schedules and deliveries for commands. */

import type { EndpointName } from '#contract/endpoints.ts'
import type { Role } from '#domain/city.ts'
import type { Account } from '../bench/fixtures.ts'
import { type CallOptions, type Reply, SEEDED_IDENTIFIERS } from './api-client.ts'

export interface City {
  ask(name: EndpointName, options: CallOptions): Promise<Reply>
  residents: Account[]
  /** Password of the seeded accounts. */
  password: string
  addResetLink(userId: string, token: string): Promise<void>
  addConfirmation(userId: string, token: string): Promise<void>
  /**
   * Sends a notification to a resident.
   * Returns the notification's id.
   */
  notify(userId: string): Promise<string>
  /** Creates an audit finding with the id `findingId`. */
  find(findingId: string): Promise<void>
}

export const PASSWORD = 'a good password'
const SITE = { facilityId: 'WS001', zone: 'Ablekuma North' }
export const truck = {
  ...{ type: 'rear_loader', make: 'Ford', model: 'F', year: 2022, registration_number: 'GT-1' },
  ...{ fuel_efficiency_kmpl: 10, tank_capacity_liters: 500, current_fuel_level: 400 },
}

export function createFixtureBuilders(city: City) {
  let made = 0
  /** Returns the next number, a new one on each call. */
  const next = () => ++made
  const tokens = new Map<Role, string>()
  const openScheduleOf = new Map<string, string>()

  async function callOk(name: EndpointName, options: CallOptions): Promise<Reply['body']> {
    const reply = await city.ask(name, options)
    if (reply.status >= 300) throw new Error(`${name}: ${reply.text}`)
    return reply.body
  }
  async function tokenOf(role: Role): Promise<string> {
    const signIn = async () =>
      (await callOk('signIn', { body: { employee_id: SEEDED_IDENTIFIERS[role], password: city.password } })).token
    const token = tokens.get(role) ?? (await signIn())
    tokens.set(role, token)
    return token
  }
  const asDispatcher = async (name: EndpointName, body: object) =>
    callOk(name, { token: await tokenOf('dispatcher'), body })

  const person = () => {
    const email = `keyed.${next()}@example.com`
    return { name: 'Esi', email, password: PASSWORD, zone: 'Ablekuma North' }
  }
  async function newResident() {
    const { token, user } = await callOk('signUp', { body: person() })
    return { token, id: user.id as string }
  }
  function newEmployee() {
    const employee_id = `KEY${String(next()).padStart(3, '0')}`
    return { role: 'dispatcher', name: 'Kofi', email: `${employee_id}@example.com`, employee_id }
  }
  const newStaff = async () =>
    (await callOk('createStaff', { token: await tokenOf('admin'), body: newEmployee() })).user.id
  async function newDriver(): Promise<string> {
    const body = { ...newEmployee(), role: 'driver' }
    return (await callOk('createStaff', { token: await tokenOf('admin'), body })).user.id
  }
  const newTruck = () => ({ ...truck, id: `V${next()}` })
  const newVehicle = async () => (await asDispatcher('registerVehicle', newTruck())).vehicle.id
  const newReport = async () =>
    (await callOk('reportBinFull', { token: city.residents.pop()?.token, body: {} })).report.id
  const collect = async (id: string) =>
    callOk('markReport', { token: await tokenOf('dispatcher'), id, body: { status: 'collected' } })
  async function newCollected(): Promise<{ token: string | undefined; id: string }> {
    const token = city.residents.pop()?.token
    const { id } = (await callOk('reportBinFull', { token, body: {} })).report
    await collect(id)
    return { token, id }
  }
  const letter = (n: number) => String.fromCharCode(65 + (n % 26))
  function zoneForm() {
    const n = next()
    const code = ['Z', letter(n / 676), letter(n / 26), letter(n)].join('')
    return { name: `Zone ${n}`, code, customers: 10, centre: { lat: 5.6, lng: -0.2 } }
  }
  async function newZone(): Promise<string> {
    const form = zoneForm()
    await asDispatcher('openZone', form)
    return form.name
  }
  const load = async () => ({ truckId: await newVehicle(), ...SITE, composition: { plastic: 100 } })
  const newDelivery = async () => (await asDispatcher('createDelivery', await load())).delivery.id

  const asRecycler = async (name: EndpointName, id: string, body: object) => {
    await callOk(name, { token: await tokenOf('recycler'), id, body })
    return id
  }
  const newArrived = async () =>
    asRecycler('weighDelivery', await newDelivery(), { ticket: `A-${next()}`, gross: 9_000, tare: 8_000 })
  const newCompleted = async () => asRecycler('moveDelivery', await newDelivery(), { status: 'completed' })
  /** Returns a disputed delivery with the time of the dispute. */
  async function newDisputed(): Promise<{ id: string; disputedAt: string }> {
    const dispute = { token: await tokenOf('recycler'), id: await newArrived(), body: { reason: 'Wet paper' } }
    const { id, dispute: said } = (await callOk('disputeComposition', dispute)).delivery
    return { id, disputedAt: said.disputedAt }
  }

  /** Cancels the zone's open collection, because a zone can have only one. */
  async function freeZone(zone: string): Promise<string> {
    const id = openScheduleOf.get(zone)
    const cancel = { token: await tokenOf('dispatcher'), id, body: { status: 'cancelled' } }
    if (id) await city.ask('changeSchedule', cancel)
    return zone
  }
  async function newSchedule(zone: string): Promise<string> {
    const body = { zone: await freeZone(zone), vehicleIds: [await newVehicle()] }
    const { schedules } = await asDispatcher('scheduleCollection', body)
    openScheduleOf.set(zone, schedules[0].id)
    return schedules[0].id
  }

  async function newCancelled(zone: string): Promise<string> {
    const id = await newSchedule(zone)
    await callOk('changeSchedule', { token: await tokenOf('dispatcher'), id, body: { status: 'cancelled' } })
    return id
  }
  async function newArchived(resident: Account | undefined): Promise<{ token: string | undefined; id: string }> {
    const of = { token: resident?.token, id: await city.notify(resident?.userId ?? '') }
    await callOk('archiveNotification', of)
    return of
  }

  return {
    ...{
      newCompleted,
      newCancelled,
      newArchived,
      next,
      tokenOf,
      person,
      newResident,
      newEmployee,
      newStaff,
      newDriver,
      newTruck,
      newVehicle,
      newReport,
      newCollected,
      collect,
      zoneForm,
      newZone,
      load,
      newDelivery,
      newArrived,
      newDisputed,
    },
    ...{ free: freeZone, newSchedule, standing: openScheduleOf },
  }
}
