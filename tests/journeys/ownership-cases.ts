/** Lists test calls of each endpoint: with the user's own id, another user's id, and a missing id. */
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { drawLitterPicture, jpeg } from '#tests/fixtures/picture-files.ts'
import { analyse, type CallOptions, call, SEEDED_IDENTIFIERS, sendPicture, signIn, signUp } from './api-client.ts'
import type { RunningApp } from './running-app.ts'

export interface City {
  app: RunningApp
  /** Tokens of the seeded accounts, one per role. */
  tokens: Record<Role, string>
  ids: Record<Role, string>
}

/**
 * Creates the object that a call needs, and returns the call's options.
 * Creates no object for a role without access (`admitted` is false).
 */
type Make = (role: Role, admitted: boolean) => Promise<CallOptions>

export interface OwnershipCase {
  own: Make
  other: Make
  none: Make
  /**
   * Expected statuses by role, for the roles with access; other roles get 403.
   * A role without `own` can't own the object that the call names.
   */
  told: Partial<Record<Role, { own?: number; other: number; none: number }>>
}

let vehicles = 0
let zones = 0

const vehicle = (id: string) => ({
  id,
  type: 'side_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: `GW-${id}`,
  fuel_efficiency_kmpl: 12.5,
  tank_capacity_liters: 80,
  current_fuel_level: 40,
})

const ofEachRole = <T>(told: T) => Object.fromEntries(ROLES.map((role) => [role, told])) as Record<Role, T>

export function createOwnershipCases(city: () => City): Partial<Record<EndpointName, OwnershipCase>> {
  const none = (body?: object) => async () => ({ id: 'u-none', body })
  /** Returns calls with three user ids: the caller's own, another user's, and a missing one. */
  const users = (body?: object): Pick<OwnershipCase, 'own' | 'other' | 'none'> => ({
    own: async (role) => ({ id: city().ids[role], body }),
    other: async (_, admitted) => ({ id: admitted ? (await signUp(city().app)).id : 'any', body }),
    none: none(body),
  })
  let somebody: ReturnType<typeof signUp> | undefined
  /**
   * Returns a resident whose data no call changes.
   * All test cases share the resident, because sign-ups are rate-limited.
   */
  function stranger(): ReturnType<typeof signUp> {
    somebody ??= signUp(city().app)
    return somebody
  }
  const refused = { own: 403, other: 403, none: 403 }
  const notOwn = { own: 403, other: 200, none: 404 }
  const found = { other: 200, none: 404 }
  const anyone = { own: 200, other: 200, none: 200 }
  const ownOnly = { own: 200, other: 403, none: 403 }
  const foreign = { other: 404, none: 404 }

  async function newReport() {
    const resident = await signUp(city().app)
    const { body } = await call(city().app, 'reportBinFull', { token: resident.token, body: {} })
    return { resident, id: body.report.id as string }
  }

  async function newCollected() {
    const { app, tokens } = city()
    const { resident, id } = await newReport()
    await call(app, 'markReport', { token: tokens.dispatcher, id, body: { status: 'collected' } })
    return { token: resident.token, id }
  }

  const sessionOf = async (token: string): Promise<string> => {
    const { body } = await call(city().app, 'security', { token })
    return body.sessions.find((session: { present: boolean }) => session.present).id
  }

  /**
   * Opens a new session of a user and returns its id.
   * The session that the tests share stays open.
   */
  async function newSession(role: Role) {
    const token = await signIn(city().app, SEEDED_IDENTIFIERS[role])
    return { id: await sessionOf(token) }
  }

  /** Sends a new resident a notification that their bin was collected. */
  async function newNotification() {
    const { app, tokens } = city()
    const { resident, id } = await newReport()
    await call(app, 'markReport', { token: tokens.dispatcher, id, body: { status: 'collected' } })
    const notification = await eventually(async () => {
      const { body } = await call(app, 'notifications', { token: resident.token })
      if (!body.notifications[0]) throw new Error('not told yet')
      return body.notifications[0] as { id: string }
    })
    return { token: resident.token, id: notification.id }
  }

  /** Causes an audit finding: marks a report as collected immediately after it was sent. */
  async function newFinding(): Promise<string> {
    const { app, tokens } = city()
    const { id } = await newReport()
    await call(app, 'markReport', { token: tokens.dispatcher, id, body: { status: 'collected' } })
    const isIt = (finding: { about: { reportId?: string } }) => finding.about.reportId === id
    const found = await eventually(async () => {
      const { body } = await call(app, 'findings', { token: tokens.auditor })
      const finding = body.findings.find(isIt)
      if (!finding) throw new Error('not found yet')
      return finding as { id: string }
    })
    return found.id
  }

  async function newSchedule(): Promise<string> {
    const { app, tokens } = city()
    await newReport()
    const body = { zone: 'Ablekuma North', vehicleIds: ['T001'] }
    const reply = await call(app, 'scheduleCollection', { token: tokens.dispatcher, body })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.schedules[0].id
  }

  async function newVehicle(): Promise<string> {
    const { app, tokens } = city()
    const reply = await call(app, 'registerVehicle', { token: tokens.dispatcher, body: vehicle(`V${++vehicles}`) })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.vehicle.id
  }

  async function newPicture(): Promise<string> {
    const { app, tokens } = city()
    const { body } = await sendPicture(app, tokens.dispatcher, await jpeg())
    return body.picture
  }

  let photos = 0
  async function newAnalysis(): Promise<string> {
    const { app, tokens } = city()
    const picture = await drawLitterPicture(400 + ++photos, 300)
    const { status, body, text } = await analyse(app, 'detectImage', { token: tokens.dispatcher, picture })
    if (status !== 200) throw new Error(text)
    return body.raw.analysis_id
  }

  async function newDelivery(): Promise<string> {
    const { app, tokens } = city()
    const place = { facilityId: 'WS001', zone: 'Ablekuma North' }
    const body = { truckId: await newVehicle(), ...place, status: 'in-transit', composition: { plastic: 100 } }
    const reply = await call(app, 'createDelivery', { token: tokens.dispatcher, body })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.delivery.id
  }

  let drivers = 0
  async function newDriver(): Promise<string> {
    const { app, tokens } = city()
    const employee_id = `OWN${String(++drivers).padStart(3, '0')}`
    const body = { role: 'driver', name: 'Kojo', email: `${employee_id}@example.com`, employee_id }
    const reply = await call(app, 'createStaff', { token: tokens.admin, body })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.user.id
  }

  let stop: Promise<string> | undefined
  /** Returns a stop of the seeded driver's truck, created once. */
  function ownStop(): Promise<string> {
    stop ??= startRound()
    return stop
  }
  async function startRound(): Promise<string> {
    const { app, tokens, ids } = city()
    const zone = 'Ayawaso West'
    const { token } = await signUp(app, zone)
    const { body } = await call(app, 'reportBinFull', { token, body: {} })
    const truck = await newVehicle()
    await call(app, 'leaveVehicle', { token: tokens.driver, body: {} })
    await call(app, 'assignDriver', { token: tokens.dispatcher, id: truck, body: { driverId: ids.driver } })
    const planned = await call(app, 'scheduleCollection', {
      token: tokens.dispatcher,
      body: { zone, vehicleIds: [truck] },
    })
    const started = { id: planned.body.schedules[0].id, body: { status: 'in-progress' } }
    await call(app, 'changeSchedule', { token: tokens.dispatcher, ...started })
    return body.report.id
  }
  /** Returns calls for a stop of the driver, for another driver's stop, and for a missing stop. */
  const ownStops = (body: () => object): OwnershipCase => ({
    own: async (_role) => ({ id: await ownStop(), body: body() }),
    other: async (_, admitted) => ({ id: admitted ? (await newReport()).id : 'any', body: body() }),
    none: none(body()),
    told: { driver: { own: 200, other: 403, none: 404 } },
  })

  let tickets = 0
  const weighing = () => ({ ticket: `T-${++tickets}`, gross: 9_000, tare: 8_000 })
  async function newArrived(): Promise<string> {
    const id = await newDelivery()
    const { status, text } = await call(city().app, 'weighDelivery', {
      token: city().tokens.recycler,
      id,
      body: weighing(),
    })
    if (status !== 200) throw new Error(text)
    return id
  }
  const dispute = { reason: 'Mostly wet paper' }
  async function newDisputed(): Promise<CallOptions> {
    const { app, tokens } = city()
    const disputed = await call(app, 'disputeComposition', {
      token: tokens.recycler,
      id: await newArrived(),
      body: dispute,
    })
    const { id, dispute: said } = disputed.body.delivery
    return { id, body: settlement(said.disputedAt) }
  }
  const settlement = (disputedAt = new Date().toISOString()) => ({ accepted: true, disputedAt })

  async function newZone(): Promise<string> {
    const { app, tokens } = city()
    const letter = String.fromCharCode(65 + zones++)
    const body = { name: `Zone ${letter}`, code: `Z${letter}`, customers: 1, centre: { lat: 5.6, lng: -0.2 } }
    const reply = await call(app, 'openZone', { token: tokens.dispatcher, body })
    if (reply.status !== 201) throw new Error(reply.text)
    return body.name
  }

  /**
   * Returns the test case of an object that belongs to the city, not to a user.
   * Every user with a permitted role sees such an object.
   */
  const cityObject = (make: () => Promise<string>, told: OwnershipCase['told'], body?: object): OwnershipCase => ({
    ...users(body),
    other: async (_, admitted) => ({ id: admitted ? await make() : 'any', body }),
    told,
  })
  const composition = { plastic: 60, organic: 40, currentCapacity: 10 }

  const words = { title: 'Road closed', message: 'Trucks come an hour later.' }
  const notifications: OwnershipCase = {
    own: newNotification,
    other: async (_, admitted) => ({ id: admitted ? (await newNotification()).id : 'any' }),
    none: none(),
    told: { ...ofEachRole(foreign), resident: { own: 200, ...foreign } },
  }

  /**
   * Functions that create an object for an endpoint and return the object's id.
   * The keys are the endpoint paths before the id.
   */
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    '/audit/events': async () => '1',
    '/auth/analyses': newAnalysis,
    '/auth/deliveries': newDelivery,
    '/auth/delivery-proofs': newDelivery,
    '/auth/drivers': newDriver,
    '/auth/pictures': newPicture,
    '/auth/report-details': async () => (await newReport()).id,
    '/auth/reports': async () => (await newReport()).id,
    '/auth/schedules': newSchedule,
    '/auth/vehicles': newVehicle,
    '/auth/waste-sites': async () => 'WS001',
    '/auth/zones': newZone,
    '/fuel/vehicles': newVehicle,
  }
  /**
   * Test cases for endpoints with an id in the path and without a body.
   * `makers` creates the object with that id.
   * Every permitted role finds the object.
   * Endpoints with a body have their own cases below.
   */
  const derived = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { path, roles, body }]) => {
    const [before = '', rest] = path.split('/:id')
    const make = lookUp(makers, before)
    if (rest === undefined || !make || body || typeof roles === 'string') return []
    return [[name, cityObject(make, Object.fromEntries(roles.map((role) => [role, found])))]]
  })

  return {
    ...Object.fromEntries(derived),
    userReports: { ...users(), told: { resident: ownOnly, dispatcher: anyone, admin: anyone } },
    deleteAccount: {
      ...users({ password: 'a good password' }),
      async own(role) {
        if (role !== 'resident') return { id: city().ids[role], body: { password: city().app.password } }
        const { token, id, password } = await signUp(city().app)
        return { token, id, body: { password } }
      },
      told: { ...ofEachRole(refused), resident: ownOnly },
    },
    reportBinFull: {
      async own() {
        const { token, id } = await signUp(city().app)
        return { token, body: { userId: id } }
      },
      other: async () => ({ body: { userId: (await stranger()).id } }),
      none: async () => ({ body: { userId: 'u-none' } }),
      told: { resident: { own: 201, other: 403, none: 403 } },
    },
    reopenReport: {
      own: newCollected,
      other: async () => ({ id: (await newCollected()).id }),
      none: none(),
      told: { resident: { own: 200, other: 403, none: 404 } },
    },
    reportPhone: cityObject(async () => (await newReport()).id, { dispatcher: { other: 409, none: 404 } }),
    undoCollection: cityObject(async () => (await newCollected()).id, { dispatcher: found }),
    markReport: cityObject(async () => (await newReport()).id, { dispatcher: found }, { status: 'collected' }),
    changeSchedule: cityObject(newSchedule, { dispatcher: found }, { status: 'cancelled' }),
    reschedule: cityObject(
      newSchedule,
      { dispatcher: found },
      { scheduledStart: new Date(Date.now() + 3_600_000).toISOString() },
    ),
    reportPicture: {
      own: async () => {
        const { resident, id } = await newReport()
        return { token: resident.token, id }
      },
      other: async (_, admitted) => ({ id: admitted ? (await newReport()).id : 'any' }),
      none: none(),
      // 404, because the caller's own bin has no photo.
      told: { resident: { own: 404, other: 403, none: 404 } },
    },
    undoCompletion: cityObject(newArrived, { dispatcher: found, recycler: found }),
    moveDelivery: cityObject(newDelivery, { dispatcher: found, recycler: found }, { status: 'arrived' }),
    weighDelivery: {
      ...users({ ticket: 'T-none', gross: 9_000, tare: 8_000 }),
      other: async (_, admitted) => ({ id: admitted ? await newDelivery() : 'any', body: weighing() }),
      told: { recycler: found },
    },
    disputeComposition: cityObject(newArrived, { recycler: found }, dispute),
    settleDispute: {
      ...users(settlement()),
      other: async (_, admitted) => (admitted ? newDisputed() : { id: 'any', body: settlement() }),
      told: { dispatcher: found },
    },
    changeVehicle: {
      ...users(vehicle('u-none')),
      async other(_, admitted) {
        const id = admitted ? await newVehicle() : 'any'
        return { id, body: vehicle(id) }
      },
      told: { dispatcher: found },
    },
    setMaintenance: cityObject(newVehicle, { dispatcher: found }, { maintenance: true }),
    assignDriver: {
      ...users({ driverId: 'u-none' }),
      other: async (_, admitted) =>
        admitted ? { id: await newVehicle(), body: { driverId: await newDriver() } } : { id: 'any' },
      told: { dispatcher: found },
    },
    placeBinAtStop: ownStops(() => ({ landmark: 'Beside the kiosk' })),
    // Serving the last stop also completes the collection.
    serveStop: ownStops(() => ({ outcome: 'collected', at: new Date().toISOString() })),
    notifications: {
      own: async (role) => ({ query: `userId=${city().ids[role]}` }),
      other: async () => ({ query: `userId=${(await stranger()).id}` }),
      none: async () => ({ query: 'userId=u-none' }),
      told: ofEachRole(ownOnly),
    },
    sendNotification: {
      own: async (role) => ({ body: { ...words, userId: city().ids[role] } }),
      other: async () => ({ body: { ...words, userId: (await stranger()).id } }),
      none: async () => ({ body: { ...words, userId: 'u-none' } }),
      told: { dispatcher: { own: 201, other: 201, none: 404 }, admin: { own: 201, other: 201, none: 404 } },
    },
    readNotification: notifications,
    archiveNotification: notifications,
    restoreNotification: notifications,
    createGatewaySecret: cityObject(async () => 'nalo', { admin: { other: 201, none: 404 } }, { replace: true }),
    revokeGatewaySecret: cityObject(async () => 'nalo', { admin: found }, { which: 'all' }),
    correctAnalysis: cityObject(newAnalysis, { dispatcher: found }, { corrections: 0, boxes: [] }),
    updateComposition: cityObject(async () => 'WS002', { dispatcher: found }, composition),
    changeZone: cityObject(newZone, { dispatcher: found }, { centre: { lat: 5.7, lng: -0.1 } }),
    moveResidents: cityObject(newZone, { dispatcher: found }, { to: 'Ablekuma North' }),
    changeUser: { ...users({ zone: 'Ayawaso West' }), told: { admin: notOwn } },
    deleteUser: { ...users(), told: { admin: notOwn } },
    moveFinding: cityObject(newFinding, { auditor: found }, { status: 'open' }),
    openPerson: { ...users({ reason: 'A complaint' }), told: { auditor: { own: 200, other: 200, none: 404 } } },
    confirmUser: { ...users(), told: { admin: { own: 200, other: 200, none: 404 } } },
    dropSecondFactor: { ...users(), told: { admin: { own: 403, other: 409, none: 404 } } },
    endSession: {
      own: newSession,
      other: async () => ({ id: await sessionOf((await stranger()).token) }),
      none: none(),
      told: ofEachRole({ own: 200, ...foreign }),
    },
  }
}
