/**
 * Test users who act randomly through the API's handlers.
 * Handlers may refuse the actions.
 */
import { z } from 'zod'
import { userIdOf } from '#command-api/accounts/register.ts'
import { createFleetHandlers } from '#command-api/fleet/routes.ts'
import { syncSiteWithConfiguration } from '#command-api/internal-commands/follow-configuration.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createBinReporter, createReportHandlers } from '#command-api/reports/routes.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { createConfigurationHandlers } from '#command-api/settings/routes.ts'
import { createSiteHandlers } from '#command-api/sites/routes.ts'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { type BodyInputOf, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { tableNameOf, type ViewName } from '#contract/tables.ts'
import type { ConfigurationView, Delivery, Report, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { Random } from '#demo/simulator/random.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'

type Acts = Record<string, () => Promise<unknown>>

export interface RandomUsers {
  /**
   * Performs a random action.
   * Returns true if the action switched something that should soon be switched back.
   */
  act(): Promise<boolean>
  /**
   * Makes the random users leave unfinished work behind.
   * The work is a report, scheduled trucks and a waiting load.
   * The zones' customers change too.
   */
  leaveEverything(): Promise<void>
}

const HOUR_MS = 3_600_000

export function createRandomUsers(kernel: Kernel, random: Random): RandomUsers {
  const handlers: Handlers = {
    ...createReportHandlers(kernel, createBinReporter(kernel), async () => ({ name: 'Somebody' })),
    ...createCollectionHandlers(kernel),
    ...createSiteHandlers(kernel),
    ...createFleetHandlers(kernel),
    ...createConfigurationHandlers(kernel, (siteId) => syncSiteWithConfiguration(kernel, siteId)),
  }
  let calls = 0

  /** Calls an endpoint's handler as the HTTP server would, but directly. */
  async function call<N extends EndpointName>(name: N, body: unknown, id = '', as = 'DISP001'): Promise<void> {
    const { body: schema = z.unknown() } = endpoints[name] as { body?: z.ZodType }
    const { role, zone } = DEMO_ACCOUNTS.find(({ identifier }) => identifier === as) ?? {}
    const principal = { userId: userIdOf(`seed/${as}`), role, zone }
    const envelope = { commandId: `people/${calls++}`, fingerprint: '', actor: principal.userId }
    const handle = handlers[name] as unknown as (call: object) => Promise<object>
    const parsed = schema.safeParse(body)
    const given = { body: parsed.data, params: { id }, query: {}, principal, envelope }
    if (parsed.success) await handle(given)
  }

  const rows = <R>(view: ViewName, filter: Record<string, unknown> = {}) =>
    kernel.reads.find<Row & R>(tableNameOf(view), { filter })
  const pickOne = <T>(all: readonly T[]) => (all.length > 0 ? random.pick(all) : undefined)
  const zone = () => random.pick(INITIAL_ZONE_NAMES)
  const chance = (share: number) => random.uniform() < share
  const fleet = () => rows<Vehicle>('vehicles', { in_fleet: true })
  const siteIds = async () => (await rows<Site>('sites', { open: true })).map(({ id }) => id)
  const inHours = (hours: number) => new Date(kernel.clock().getTime() + hours * HOUR_MS).toISOString()
  const some = async () => ({ truckId: pickOne(await fleet())?.id ?? '', siteId: pickOne(await siteIds()) ?? '' })
  const config = async () => (await rows<ConfigurationView>('configuration'))[0] as ConfigurationView

  let switchedOff = false

  const configure = (changes: BodyInputOf<'saveConfiguration'>['config']) =>
    call('saveConfiguration', { config: changes })

  const acts: Acts = {
    report: () =>
      call('reportBinFull', {}, '', random.pick(['resident.ablekuma@test.com', 'resident.ayawaso@test.com'])),
    async customers() {
      const { zone_customers } = await config()
      const totalCustomers = random.pick([5, 45, 82, 145, 400, 2_000])
      await configure({ zone_customers: { ...zone_customers, [zone()]: { totalCustomers } } })
    },
    thresholds: () =>
      configure({ thresholds: { recommendPercent: random.pick([10, 50, 80, 100]), smallZone: random.pick([0, 40]) } }),
    async schedule() {
      const { truckId, siteId } = await some()
      const scheduledStart = chance(0.3) ? inHours(random.pick([0.5, 4, 30, 8_000])) : undefined
      await call('scheduleCollection', { zone: zone(), vehicleIds: [truckId], siteId, scheduledStart })
    },
    async scheduleBest() {
      await call('scheduleCollection', { zone: zone() })
    },
    async moveSchedule() {
      const schedule = pickOne(await rows<Schedule>('schedules', { open: true }))
      if (!schedule) return
      await call('changeSchedule', { status: random.pick(['in-progress', 'completed', 'cancelled']) }, schedule.id)
    },
    async reschedule() {
      const schedule = pickOne(await rows<Schedule>('schedules', { open: true }))
      if (schedule) await call('reschedule', { scheduledStart: inHours(random.pick([1, 10])) }, schedule.id)
    },
    async mark() {
      const report = pickOne(await rows<Report>('reports', { open: true }))
      if (report) await call('markReport', { status: 'collected' }, report.id)
    },
    async markAll() {
      const { truckId, siteId } = await some()
      await call('markAllCollected', { truckId, dumpingSiteId: siteId })
    },
    complete: () => call('completeByReports', {}),
    async sendByHand() {
      const { truckId, siteId: facilityId } = await some()
      const status = random.pick(['pending', 'in-transit'])
      await call('createDelivery', { truckId, facilityId, zone: zone(), status, weight: 1_200 })
    },
    async moveDelivery() {
      const delivery = pickOne(await rows<Delivery>('deliveries', { underWay: true }))
      if (delivery)
        await call('moveDelivery', { status: random.pick(['in-transit', 'arrived', 'completed']) }, delivery.id)
    },
    async composition() {
      const { siteId } = await some()
      const [site] = await rows<Site>('sites', { id: siteId })
      const currentCapacity = Math.round((site?.maxCapacity ?? 0) * random.pick([0, 0.3, 0.85, 0.95, 1]))
      await call('updateComposition', { plastic: 60, organic: 40, currentCapacity }, siteId)
    },
    async archive() {
      const all = await fleet()
      if (all.length > 2) await call('archiveVehicle', {}, pickOne(all)?.id)
    },
    async register() {
      if ((await fleet()).length > 6) return
      await call('registerVehicle', { id: `P${calls}`, ...TRUCK })
    },
    async refuel() {
      const truck = pickOne(await fleet())
      const liters_added = Math.floor((truck?.tank_capacity_liters ?? 0) - (truck?.current_fuel_level ?? 0))
      if (truck && liters_added > 0) await call('refuel', { vehicle_id: truck.id, liters_added, cost_per_liter: 10 })
    },
    async drive() {
      const truck = pickOne(await fleet())
      const distance_km = Math.floor((truck?.estimated_range_km ?? 0) * random.between(0.2, 0.95))
      const trip = { trip_type: 'delivery', trip_start: inHours(-1), trip_end: inHours(0), distance_km }
      if (truck && distance_km > 0) await call('logTrip', { vehicle_id: truck.id, ...trip })
    },
    async sites() {
      const { dumping_sites, zone_distances } = await config()
      const site = { id: `PS${calls}`, name: 'Another', location: '', coordinates: { lat: 5.6, lng: -0.2 } }
      const kept = chance(0.5) ? [...dumping_sites, site] : dumping_sites.filter((_, at) => at > 0 || chance(0.3))
      await configure({ dumping_sites: kept, zone_distances })
    },
    async switchOff() {
      await configure({ simulatedActivity: false })
      switchedOff = true
    },
    async automatic() {
      await configure({ automaticDispatch: !(await config()).automaticDispatch })
    },
  }

  return {
    async leaveEverything() {
      const { zone_customers } = await config()
      const customers = INITIAL_ZONE_NAMES.map((zone) => [zone, { totalCustomers: 2_000 }])
      await configure({ zone_customers: { ...zone_customers, ...Object.fromEntries(customers) } })
      await acts.report?.()
      for (const { id } of await rows<Schedule>('schedules', { open: true }))
        await call('changeSchedule', { status: 'cancelled' }, id)
      const [first, ...others] = (await fleet()).map(({ id }) => id)
      const siteId = pickOne(await siteIds()) ?? ''
      for (const zone of INITIAL_ZONE_NAMES) {
        const truckId = others.pop() ?? ''
        await call('scheduleCollection', { zone, vehicleIds: [truckId], siteId })
      }
      await call('createDelivery', { truckId: first, facilityId: siteId, zone: zone(), status: 'pending' })
    },
    async act() {
      if (switchedOff) await configure({ simulatedActivity: true })
      switchedOff = false
      await acts[random.pick(Object.keys(acts))]?.()
      return switchedOff
    },
  }
}

const TRUCK = {
  type: 'side_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: 'GR-1-22',
  fuel_efficiency_kmpl: 4,
  tank_capacity_liters: 60,
  current_fuel_level: 20,
}
