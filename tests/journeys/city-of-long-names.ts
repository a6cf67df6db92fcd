/** Fixture for layout tests: a city with only long names. */
import { type Role, STAFF_ROLES } from '#domain/city.ts'
import { call, signIn } from './api-client.ts'
import type { RunningApp } from './running-app.ts'

/** Account with a long name for each role. */
export const LONG_NAME_ACCOUNTS = {
  resident: 'long.resident@example.com',
  ...Object.fromEntries(STAFF_ROLES.map((role, n) => [role, `LONGID${100 + n}`])),
} as Record<Role, string>

/** Email of a resident who has a long name and a collected bin. */
export const LONG_NAME_SERVED_EMAIL = 'long.served@example.com'

const long = (word: string, length: number) =>
  `${word} `
    .repeat(Math.ceil(length / word.length))
    .slice(0, length)
    .trim()
const NAME = 'Nana Akosua Agyemang-Prempeh Owusu-Ansah Boateng-Nketia of Old Ablekuma and New Ablekuma North'
const UNBROKEN = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100)
const DESCRIPTION = `${UNBROKEN} ${long('behind the gate', 300)}`

const LONG_NOTE = `${UNBROKEN} ${long('the gate was closed', 99)}`
const LONG_PLACE = {
  digitalAddress: 'GA-1833-8164',
  plusCode: '6CQXJ6X8+2V',
  lat: 5.6012,
  lng: -0.2701,
  landmark: `${UNBROKEN.slice(0, 60)} ${long('beside the pharmacy', 59)}`,
}
const ADDRESS = 'GA-183-8164'
const SITE = long('Northernmost Dumping Site', 80)
const emailOf = (role: Role) => `${long('staff', 40).replaceAll(' ', '')}.${role}@example.com`

/**
 * Long texts as users would type them.
 * Screens never translate such texts.
 */
export const LONG_NAME_TEXTS = [
  NAME,
  UNBROKEN,
  DESCRIPTION,
  ADDRESS,
  SITE,
  emailOf('driver'),
  LONG_NOTE,
  LONG_PLACE.landmark,
  LONG_PLACE.plusCode,
  ...Object.values(LONG_NAME_ACCOUNTS),
  LONG_NAME_SERVED_EMAIL,
]

/** Creates the accounts, and reports, collections and deliveries in every state. */
export async function fillWithLongNames(app: RunningApp): Promise<void> {
  const ok = async (reply: ReturnType<typeof call>) => {
    const { status, text, body } = await reply
    if (status >= 300) throw new Error(text)
    return body
  }
  const [admin, dispatcher] = [await signIn(app, 'ADMIN001'), await signIn(app, 'DISP001')]
  for (const role of STAFF_ROLES) {
    const staff = {
      role,
      name: NAME,
      email: emailOf(role),
      employee_id: LONG_NAME_ACCOUNTS[role],
      // A recycler's facility must be a site, because recyclers act only there.
      facility: role === 'recycler' ? 'WS001' : long('Facility', 80),
    }
    const { password } = await ok(call(app, 'createStaff', { token: admin, body: staff }))
    const token = await signIn(app, LONG_NAME_ACCOUNTS[role], password)
    await ok(call(app, 'changePassword', { token, body: { currentPassword: password, newPassword: app.password } }))
  }
  const truck = {
    id: 'LONG-VEHICLE-ID-0001',
    type: 'compressed_truck',
    make: long('Mercedes-Benz', 60),
    model: long('Econic', 60),
    year: 2022,
    registration_number: 'GREATER-ACCRA-2026-1',
    fuel_efficiency_kmpl: 5,
    tank_capacity_liters: 400,
    current_fuel_level: 380,
    driver_name: NAME,
    driver_contact: '+233 24 000 000 0000',
  }
  await ok(call(app, 'registerVehicle', { token: dispatcher, body: truck }))
  const { config } = await ok(call(app, 'configuration', { token: dispatcher }))
  const dumping_sites = config.dumping_sites.map((site: object) => ({
    ...site,
    name: SITE,
    location: UNBROKEN,
  }))
  const customers = { 'Ablekuma North': { totalCustomers: 3 }, 'Ayawaso West': { totalCustomers: 1_000_000 } }
  await ok(
    call(app, 'saveConfiguration', {
      token: dispatcher,
      body: { config: { dumping_sites, zone_customers: customers } },
    }),
  )

  let people = 0
  const report = async (zone: string, name: string, email = `long.${++people}@example.com`) => {
    const { token } = await ok(
      call(app, 'signUp', { body: { name, email, password: app.password, zone, phone: '+233 24 000 000 0000' } }),
    )
    const { report: made } = await ok(call(app, 'reportBinFull', { token, body: { description: DESCRIPTION } }))
    const place = { digitalAddress: ADDRESS, landmark: UNBROKEN.slice(0, 120) }
    await ok(call(app, 'placeBin', { token, body: place }))
    return made.id as string
  }
  // This report is collected so soon that auditors get a finding.
  const served = await report('Ayawaso West', NAME, LONG_NAME_SERVED_EMAIL)
  await ok(call(app, 'markReport', { token: dispatcher, id: served, body: { status: 'collected' } }))
  await report('Ablekuma North', NAME)
  await ok(call(app, 'markAllCollected', { token: dispatcher, body: { dumpingSiteId: 'WS001', truckId: truck.id } }))
  // This load has arrived with a composition, which can be disputed.
  const load = {
    ...{ truckId: 'T003', facilityId: 'WS001', zone: 'Ablekuma North', status: 'in-transit', weight: 850 },
    composition: { plastic: 60, organic: 40 },
  }
  const { delivery } = await ok(call(app, 'createDelivery', { token: dispatcher, body: load }))
  await ok(call(app, 'moveDelivery', { token: dispatcher, id: delivery.id, body: { status: 'arrived' } }))
  await report('Ablekuma North', NAME, LONG_NAME_ACCOUNTS.resident)
  for (const zone of ['Ablekuma North', 'Ablekuma North', 'Ablekuma North', 'Ayawaso West'])
    await report(zone, UNBROKEN)
  const schedule = async (zone: string, vehicle: string) => {
    const { schedules } = await ok(
      call(app, 'scheduleCollection', { token: dispatcher, body: { zone, vehicleIds: [vehicle] } }),
    )
    return schedules[0].id as string
  }
  await schedule('Ayawaso West', 'T002')
  const id = await schedule('Ablekuma North', 'T001')
  await ok(call(app, 'changeSchedule', { token: dispatcher, id, body: { status: 'in-progress' } }))
  // The driver does not collect this resident's bin.
  // The bin's place has every possible detail.
  const resident = await signIn(app, LONG_NAME_ACCOUNTS.resident)
  await ok(call(app, 'placeBin', { token: resident, body: LONG_PLACE }))
  const { reports } = await ok(call(app, 'userReports', { token: resident, id: await idOf(resident) }))
  const left = { outcome: 'exception', exception: 'no-payment', note: LONG_NOTE, at: new Date().toISOString() }
  await ok(call(app, 'serveStop', { token: await signIn(app, 'DRV001'), id: reports[0].id, body: left }))
  // Give the truck to the driver with a long name.
  // The demo's driver loses it.
  const { drivers } = await ok(call(app, 'drivers', { token: dispatcher }))
  const own = drivers.find(({ employee_id }: { employee_id: string }) => employee_id === LONG_NAME_ACCOUNTS.driver)
  await ok(call(app, 'releaseDriver', { token: dispatcher, id: 'T001' }))
  await ok(call(app, 'assignDriver', { token: dispatcher, id: 'T001', body: { driverId: own.id } }))

  async function idOf(token: string): Promise<string> {
    const { user } = await ok(call(app, 'me', { token }))
    return user.id
  }
}
