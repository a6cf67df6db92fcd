/** Lists two different requests per command, on different streams if possible. */
import { DEFAULT_FINDING_THRESHOLDS } from '#contract/audit/findings.ts'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { REBUILD_TARGETS } from '#contract/tables.ts'
import type { Role } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { type CallOptions, type Reply, SEEDED_IDENTIFIERS } from './api-client.ts'
import { type City, createFixtureBuilders, PASSWORD, truck } from './command-fixtures.ts'

export interface IdempotencyCase {
  first(): Promise<CallOptions>
  /**
   * Returns the second request of the test case.
   * `reply` is the answer to the first request.
   */
  other(reply?: Reply): Promise<CallOptions>
  /** HTTP status of the first request, if it is not a success. */
  told?: number
  /** True if the first request uses up its session or token. */
  isOnce?: true
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

type Endpoints = typeof endpoints
/**
 * Endpoints that change data and take a body or a path id.
 * Other tests cover uploads, gateway callbacks, the simulator, claims and resets by phone.
 */
export type IdempotencyCaseName = {
  [N in EndpointName]: Endpoints[N] extends { method: 'get' } | { upload: string }
    ? never
    : Endpoints[N] extends { body: object } | { params: object }
      ? N
      : never
}[Exclude<
  EndpointName,
  | 'calculateConsumption'
  | 'claimByPhone'
  | 'resetByPhone'
  | 'demoTexts'
  | `${string}${'AfricasTalking' | 'Arkesel' | 'Hubtel' | 'Nalo'}`
>]

type NamedWithBody = {
  [N in IdempotencyCaseName]: Endpoints[N] extends { body: object } ? N : never
}[IdempotencyCaseName]
/**
 * The test case of each command.
 * Commands without a body may lack one, because the endpoint's path has all data.
 */
export type IdempotencyCases = Record<NamedWithBody, IdempotencyCase> &
  Partial<Record<IdempotencyCaseName, IdempotencyCase>>

export function createIdempotencyCases(city: City): IdempotencyCases {
  const makers = createFixtureBuilders(city)
  const {
    tokenOf,
    person,
    newResident,
    newEmployee,
    newStaff,
    newDriver,
    newTruck,
    newVehicle,
    newReport,
    load,
    newDelivery,
  } = makers
  const { newArrived, newDisputed, newCollected, newCompleted, newCancelled, newArchived, collect } = makers
  const { next, free, newSchedule, standing, zoneForm, newZone } = makers
  const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64url')
  const device = () => ({
    endpoint: `https://push.example.com/${next()}`,
    keys: { p256dh: bytes(65), auth: bytes(16) },
  })
  /**
   * Returns two requests by users of one role.
   * Each request gets its own object.
   */
  function forRole(role: Role, make: () => CallOptions | Promise<CallOptions>): IdempotencyCase {
    const one = async () => ({ token: await tokenOf(role), ...(await make()) })
    return { first: one, other: one }
  }
  const both = (one: () => CallOptions | Promise<CallOptions>): IdempotencyCase => ({
    first: async () => one(),
    other: async () => one(),
  })
  /** Returns a test case whose two requests come from the same resident. */
  function forResident(first: (id: string) => CallOptions, other: (id: string) => CallOptions): IdempotencyCase {
    let resident = { token: '', id: '' }
    return {
      async first() {
        resident = await newResident()
        return { token: resident.token, ...first(resident.id) }
      },
      other: async (reply) => ({ token: reply?.body.token ?? resident.token, ...other(resident.id) }),
    }
  }
  function ownNotification(): IdempotencyCase {
    const resident = city.residents.pop()
    return both(async () => ({ token: resident?.token, id: await city.notify(resident?.userId ?? '') }))
  }
  function ownArchived(): IdempotencyCase {
    const resident = city.residents.pop()
    return both(() => newArchived(resident))
  }
  /** Reopens a collected report, which is collected and reopened a second time. */
  function ownCollected(): IdempotencyCase {
    let of: CallOptions = {}
    return {
      first: async () => (of = await newCollected()),
      async other(reply) {
        of = { ...of, id: reply?.body.report.id }
        await collect(of.id ?? '')
        return of
      },
    }
  }
  /** Makes the seeded driver leave the truck. */
  const withoutTruck = async () => city.ask('leaveVehicle', { token: await tokenOf('driver') })
  /** Returns one of two zones in turn. */
  const nextZone = () => ['Ablekuma North', 'Ayawaso West'][next() % 2] as string
  const code = () => String(100_000 + next())
  const phone = () => `024412${1_000 + next()}`
  const settings = (darkMode: boolean) => ({ body: { darkMode, notifications: {} } })
  const composition = { plastic: 60, organic: 40, currentCapacity: 10 }
  const seeded = [SEEDED_IDENTIFIERS.dispatcher, SEEDED_IDENTIFIERS.recycler]
  const nextSeeded = () => seeded[next() % 2] as string
  const change = (newPassword: string) => ({ body: { currentPassword: PASSWORD, newPassword } })

  /**
   * Functions that create an object, such as a delivery, and return its id.
   * Keys are the endpoint paths before the id.
   */
  const objects: Readonly<Record<string, () => Promise<string>>> = {
    '/auth/deliveries': newDelivery,
    '/auth/drivers': newDriver,
    '/auth/reports': newReport,
    '/auth/schedules': () => newSchedule(nextZone()),
    '/auth/vehicles': newVehicle,
    '/auth/zones': newZone,
    '/fuel/vehicles': newVehicle,
  }
  const derived = Object.entries(endpoints as Record<string, Endpoint>).flatMap(
    ([name, { method, path, roles, body }]) => {
      const [before = '', rest] = path.split('/:id')
      const make = lookUp(objects, before)
      const role = typeof roles === 'string' ? undefined : roles[0]
      if (method === 'get' || rest === undefined || !make || body || !role) return []
      return [[name, forRole(role, async () => ({ id: await make() }))]]
    },
  )

  return {
    ...Object.fromEntries(derived),
    signUp: both(() => ({ body: person() })),
    signIn: both(() => ({ body: { employee_id: nextSeeded(), password: city.password } })),
    demoSignIn: both(() => ({ body: { identifier: nextSeeded() } })),
    forgotPassword: both(() => ({ body: { identifier: person().email } })),
    resetPassword: both(async () => {
      const token = `token ${next()}`
      await city.addResetLink((await newResident()).id, token)
      return { body: { token, password: PASSWORD } }
    }),
    changePassword: {
      ...forResident(
        () => change('another password'),
        () => change('a third password'),
      ),
      isOnce: true,
    },
    confirmEmail: {
      ...both(async () => {
        const token = `token ${next()}`
        await city.addConfirmation((await newResident()).id, token)
        return { body: { token } }
      }),
    },
    // A request that the server rejects still uses its Idempotency-Key.
    endSession: { ...forRole('recycler', () => ({ id: `session-${next()}` })), told: 404 },
    beginSecondFactor: { ...forRole('recycler', () => ({ body: { password: `wrong ${next()}` } })), told: 401 },
    confirmSecondFactor: { ...forRole('recycler', () => ({ body: { code: code() } })), told: 400 },
    endSecondFactor: { ...forRole('recycler', () => ({ body: { password: city.password, code: code() } })), told: 409 },
    // A wrong password leaves the account and its session intact for the second request.
    deleteAccount: {
      ...forResident(
        (id) => ({ id, body: { password: 'wrong' } }),
        (id) => ({ id, body: { password: PASSWORD } }),
      ),
      told: 401,
    },
    saveSettings: forResident(
      () => settings(true),
      () => settings(false),
    ),
    reportBinFull: forResident(
      () => ({ body: { description: 'Full' } }),
      () => ({ body: { description: 'Fuller' } }),
    ),
    placeBin: forResident(
      () => ({ body: { landmark: 'Beside the kiosk' } }),
      () => ({ body: { landmark: 'Behind the school' } }),
    ),
    readNotification: ownNotification(),
    archiveNotification: ownNotification(),
    restoreNotification: ownArchived(),
    changeProfile: forResident(
      () => ({ body: { name: 'Esi Owusu' } }),
      () => ({ body: { name: 'Esi Boateng', phone: '0244123456' } }),
    ),
    markReport: forRole('dispatcher', async () => ({ id: await newReport(), body: { status: 'collected' } })),
    reopenReport: ownCollected(),
    undoCollection: forRole('dispatcher', async () => ({ id: (await newCollected()).id })),
    scheduleCollection: {
      first: async () => {
        await free('Ayawaso West')
        const body = { zone: await free('Ablekuma North'), vehicleIds: [await newVehicle()] }
        return { token: await tokenOf('dispatcher'), body }
      },
      async other(reply) {
        standing.set('Ablekuma North', reply?.body.schedules[0].id)
        return { token: await tokenOf('dispatcher'), body: { zone: 'Ayawaso West', vehicleIds: [await newVehicle()] } }
      },
    },
    changeSchedule: forRole('dispatcher', async () => ({
      id: await newSchedule(nextZone()),
      body: { status: 'cancelled' },
    })),
    reschedule: forRole('dispatcher', async () => ({
      id: await newSchedule(nextZone()),
      body: { scheduledStart: at(next()) },
    })),
    markAllCollected: forRole('dispatcher', async () => ({
      body: { truckId: await newVehicle(), dumpingSiteId: 'WS001' },
    })),
    clearBurst: { ...forRole('dispatcher', () => ({ body: { zone: nextZone() } })), told: 409 },
    sendNotification: forRole('admin', () => ({
      body: { title: 'Hello', message: `Message ${next()}`, audience: 'dispatcher' },
    })),
    completeByReports: forRole('dispatcher', async () => ({ body: { reportIds: [await newReport()] } })),
    createDelivery: forRole('dispatcher', async () => ({ body: await load() })),
    undoCompletion: forRole('recycler', async () => ({ id: await newCompleted() })),
    undoCancellation: forRole('dispatcher', async () => ({ id: await newCancelled(nextZone()) })),
    moveDelivery: forRole('recycler', async () => ({ id: await newDelivery(), body: { status: 'arrived' } })),
    keepDevice: forRole('recycler', () => ({ body: device() })),
    dropDevice: forRole('recycler', () => ({ body: { endpoint: device().endpoint } })),
    // The server rejects it, because the device is not registered.
    testPush: { ...forRole('recycler', () => ({ body: { endpoint: device().endpoint } })), told: 409 },
    weighDelivery: forRole('recycler', async () => ({
      id: await newDelivery(),
      body: { ticket: `T-${next()}`, gross: 9_000, tare: 8_000 },
    })),
    disputeComposition: forRole('recycler', async () => ({ id: await newArrived(), body: { reason: 'Wet paper' } })),
    settleDispute: forRole('dispatcher', async () => {
      const { id, disputedAt } = await newDisputed()
      return { id, body: { accepted: true, disputedAt } }
    }),
    registerVehicle: forRole('dispatcher', () => ({ body: newTruck() })),
    changeVehicle: forRole('dispatcher', async () => ({ id: await newVehicle(), body: { ...truck, make: 'Man' } })),
    setMaintenance: forRole('dispatcher', async () => ({ id: await newVehicle(), body: { maintenance: true } })),
    assignDriver: forRole('dispatcher', async () => ({
      id: await newVehicle(),
      body: { driverId: await newDriver() },
    })),
    // Rejected: the driver has no truck, or the collection belongs to another truck.
    depart: { ...forRole('driver', () => ({ body: { scheduleId: `SCH-AN${next()}-T009` } })), told: 403 },
    deliverLoad: {
      ...forRole('driver', async () => {
        await withoutTruck()
        return { body: { siteId: `WS00${1 + (next() % 2)}` } }
      }),
      told: 403,
    },
    unloadTruck: {
      ...forRole('driver', async () => {
        await withoutTruck()
        return { body: { scheduleId: `SCH-AN${next()}-T009` } }
      }),
      told: 403,
    },
    endShift: forRole('driver', async () => {
      await withoutTruck()
      await city.ask('takeVehicle', { token: await tokenOf('driver'), body: { vehicleId: await newVehicle() } })
      return { body: { odometer: next() } }
    }),
    takeVehicle: forRole('driver', async () => {
      await withoutTruck()
      return { body: { vehicleId: await newVehicle() } }
    }),
    // The server rejects it, because the report is no stop of the driver's truck.
    serveStop: {
      ...forRole('driver', async () => ({ id: await newReport(), body: { outcome: 'collected', at: at(0) } })),
      told: 403,
    },
    // The request succeeds although an outcome may be refused.
    // The response contains the refusals.
    // Each outcome has its own idempotency key.
    serveStops: forRole('driver', async () => ({
      body: {
        sentAt: at(0),
        outcomes: [{ key: `k${next()}`, stopId: await newReport(), said: { outcome: 'collected', at: at(0) } }],
      },
    })),
    placeBinAtStop: {
      ...forRole('driver', async () => ({ id: await newReport(), body: { landmark: 'Beside the kiosk' } })),
      told: 403,
    },
    refuel: forRole('dispatcher', async () => ({
      body: { vehicle_id: await newVehicle(), liters_added: 1, cost_per_liter: 10 },
    })),
    logTrip: forRole('dispatcher', async () => {
      const trip = { trip_type: 'collection', distance_km: 10, trip_start: at(-2), trip_end: at(-1) }
      return { body: { vehicle_id: await newVehicle(), ...trip } }
    }),
    updateComposition: forRole('dispatcher', () => ({ id: `WS00${1 + (next() % 2)}`, body: composition })),
    // The command is rejected, because its picture or analysis does not exist.
    requestAnalysis: {
      ...forRole('dispatcher', () => ({ body: { picture: String(next()).padStart(64, '0'), method: 'yolo' } })),
      told: 503,
    },
    correctAnalysis: {
      ...forRole('dispatcher', () => ({ id: `a${next()}`, body: { corrections: 0, boxes: [] } })),
      told: 404,
    },
    openZone: forRole('dispatcher', () => ({ body: zoneForm() })),
    changeZone: forRole('dispatcher', async () => ({ id: await newZone(), body: { centre: { lat: 5, lng: 1 } } })),
    moveResidents: forRole('dispatcher', async () => ({ id: await newZone(), body: { to: 'Ablekuma North' } })),
    // The server rejects it: residents can choose another zone only after their zone has closed.
    chooseZone: {
      ...forResident(
        () => ({ body: { zone: 'Ayawaso West' } }),
        () => ({ body: { zone: 'Ablekuma North' } }),
      ),
      told: 409,
    },
    saveConfiguration: forRole('dispatcher', () => ({
      body: { config: { fuel_prices: { diesel: 10 + next(), petrol: 12 } } },
    })),
    changeCheckpointKey: forRole('admin', () => ({ body: { reason: `For the ${next()}th time` } })),
    moveFinding: forRole('auditor', async () => {
      const id = `finding-${next()}`
      await city.find(id)
      return { id, body: { status: 'open' } }
    }),
    setFindingThresholds: forRole('admin', () => ({ body: { ...DEFAULT_FINDING_THRESHOLDS, fuelTolerance: next() } })),
    operate: forRole('admin', () => ({ body: { rebuild: REBUILD_TARGETS[next() % REBUILD_TARGETS.length] } })),
    openPerson: forRole('auditor', async () => ({ id: (await newResident()).id, body: { reason: 'A complaint' } })),
    lookUpPeople: forRole('auditor', () => ({ body: { who: `Nobody ${next()}`, reason: 'A complaint' } })),
    createStaff: forRole('admin', () => ({ body: newEmployee() })),
    // The server rejects the request, because this installation sends no SMS.
    requestPhoneCode: {
      ...forResident(
        () => ({ body: { phone: phone(), password: PASSWORD } }),
        () => ({ body: { phone: phone(), password: PASSWORD } }),
      ),
      told: 503,
    },
    // The server rejects both requests, because their SMS codes do not exist.
    linkPhone: {
      ...forResident(
        () => ({ body: { phone: phone(), code: '000000' } }),
        () => ({ body: { phone: phone(), code: '000000' } }),
      ),
      told: 400,
    },
    requestClaimCode: both(() => ({ body: { phone: phone() } })),
    requestResetCode: both(() => ({ body: { phone: phone() } })),
    createGatewaySecret: {
      first: async () => ({ token: await tokenOf('admin'), id: 'arkesel', body: { replace: true } }),
      other: async () => ({ token: await tokenOf('admin'), id: 'hubtel', body: { replace: true } }),
    },
    revokeGatewaySecret: {
      first: async () => ({ token: await tokenOf('admin'), id: 'arkesel', body: { which: 'all' } }),
      other: async () => ({ token: await tokenOf('admin'), id: 'hubtel', body: { which: 'all' } }),
    },
    changeUser: forRole('admin', async () => ({ id: await newStaff(), body: { facility: 'North' } })),
    confirmUser: forRole('admin', async () => ({ id: await newStaff() })),
    dropSecondFactor: { ...forRole('admin', async () => ({ id: await newStaff() })), told: 409 },
    deleteUser: forRole('admin', async () => ({ id: await newStaff() })),
  }
}
