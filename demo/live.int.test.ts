/** The living city on a real log: it lives while it is switched on, goes on from wherever it was cut off, and leaves people's own to people. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { userIdOf } from '#command-api/accounts/register.ts'
import { loadEverything, sendTruck } from '#command-api/collections/mark-all-collected.ts'
import { archiveVehicle } from '#command-api/fleet/archive-vehicle.ts'
import { handle } from '#command-api/kernel/handle.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { saveConfiguration } from '#command-api/settings/save-configuration.ts'
import { updateComposition } from '#command-api/sites/update-composition.ts'
import { configuration } from '#command-api/streams/configuration.ts'
import { type SiteLoad, site, siteLoad } from '#command-api/streams/site.ts'
import { type Vehicle as VehicleState, vehicle } from '#command-api/streams/vehicle.ts'
import { seedDemo } from '#command-api/system/seed.ts'
import { DEFAULT_CONFIGURATION } from '#contract/city/configuration.ts'
import { isRejection } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import type { Delivery, Schedule, Vehicle } from '#contract/views.ts'
import { type RecordedEvent, START } from '#platform/event-store/event-store.ts'
import { eventually } from '#platform/testing/eventually.ts'
import type { Workers } from '#workers/app.ts'
import { type LiveCity, startLiveCity } from './live.ts'
import { countEvents, expectSound, type OpenCity, openCity, startPolicies } from './spec.ts'
import { switchOnCity } from './switch-on.ts'
import { seedDemoYear } from './year.ts'

/** A day in about three seconds. */
const FAST = 30_000

let folder: string
let city: OpenCity
let live: LiveCity | undefined
let policies: Workers
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openCity(folder)
  await seedDemoYear(city.kernel, city.runner, 6)
  await seedDemo(city.kernel, 'a good password')
  await city.caughtUp()
  await switchOnCity(city.kernel)
  await city.caughtUp()
  policies = startPolicies(city)
  await policies.ready
})
afterEach(async () => {
  await live?.stop()
  await policies.stop()
  await city.close()
  rmSync(folder, { recursive: true })
})

const begin = (pace = FAST, clock = city.kernel.clock) => {
  const kernel = { ...city.kernel, clock }
  return startLiveCity(kernel, createReportFor(kernel), pace)
}
const reports = async () => (await countEvents(city)).BinReportedFull ?? 0

async function save(simulatedActivity: boolean): Promise<void> {
  const initially = { ...DEFAULT_CONFIGURATION, dumping_sites: [] }
  const envelope = { commandId: `save/${simulatedActivity}`, fingerprint: '', actor: 'uadmin' }
  const config = {
    simulatedActivity,
    dumping_sites: [{ id: 'WS001', name: 'North', location: '', coordinates: { lat: 0, lng: 0 } }],
  }
  await handle(
    city.kernel.store,
    configuration.stream(),
    configuration,
    (state) => saveConfiguration({ config, initially, needed: {}, changedBy: 'uadmin' }, state, new Date()),
    envelope,
  )
  await city.caughtUp()
}

it('makes reports arrive, stops when switched off, and goes on when switched on again', async () => {
  const before = await reports()
  live = begin()
  await eventually(async () => expect(await reports()).toBeGreaterThan(before + 10))
  await save(false)
  // One command may have been under way.
  await pause(100)
  const off = await reports()
  await pause(1_500)
  expect(await reports()).toBe(off)
  await save(true)
  await eventually(async () => expect(await reports()).toBeGreaterThan(off))
})

it('acts for the residents of the simulated city only, and under no person’s name', async () => {
  const head = await city.kernel.store.head()
  live = begin()
  await eventually(() => expect(live?.counts.done).toBeGreaterThan(30))
  await live.stop()
  const events = await city.kernel.store.readAll(head, 100_000)
  const seeded = new Set(
    (await city.kernel.store.readAll(START, 100_000))
      .filter(({ meta, type }) => type === 'AccountRegistered' && !meta.commandId.startsWith('seed/demo/'))
      .map(({ data }) => (data as { userId: string }).userId),
  )
  expect(seeded).toContain(userIdOf('seed/DISP001'))
  expect(events.filter(({ meta }) => seeded.has(meta.actor))).toEqual([])
  expect(new Set(events.map(({ meta }) => meta.commandId.split('/')[0]))).toContain('live')
})

it('a restart goes on from the present without replaying', async () => {
  live = begin()
  await eventually(() => expect(live?.counts.done).toBeGreaterThan(5))
  await live.stop()
  await policies.stop()
  await city.close()
  city = await openCity(folder)
  policies = startPolicies(city)
  const before = await reports()
  expect(await seedDemoYear(city.kernel, city.runner, 6)).toBeUndefined()
  expect(await reports()).toBe(before)
  live = begin()
  await eventually(async () => expect(await reports()).toBeGreaterThan(before))
})

const inTransit = async () => (await city.rows<Delivery>('deliveries')).filter(({ status }) => status === 'in-transit')
const truckOf = async (id: string) => (await city.rows<Vehicle>('vehicles')).find((truck) => truck.id === id)
const lastUpdate = async (siteId: string) => {
  const all = await city.kernel.store.readStream(site.stream(siteId))
  const { data, meta } = all.findLast(({ type }) => type === 'SiteCompositionUpdated') as RecordedEvent
  return { ...(data as EventData<'SiteCompositionUpdated'>), actor: meta.actor }
}

/** As the recycler's form does, while nothing is under way for them. */
async function type(siteId: string, currentCapacity: number): Promise<void> {
  const command = { siteId, composition: { organic: 100 }, currentCapacity, source: 'typed' as const, arrived: [] }
  const envelope = { commandId: `type/${currentCapacity}`, fingerprint: '', actor: 'urecycler' }
  const decide = (state: SiteLoad) => updateComposition({ ...command, updatedBy: 'urecycler' }, state, new Date())
  await handle(city.kernel.store, site.stream(siteId), siteLoad, decide, envelope)
  await city.caughtUp()
}

/** As 'mark all collected' does. */
async function send(vehicleId: string, siteId: string): Promise<void> {
  const sent = await sendTruck(
    city.kernel,
    { vehicleId, siteId, load: loadEverything(city.kernel) },
    { commandId: `send/${vehicleId}`, fingerprint: '', actor: 'udispatcher' },
  )
  if (isRejection(sent)) throw new Error(sent.message)
  await city.caughtUp()
}

it('takes up what the year left under way, and what it was cut off in itself', async () => {
  const open = (await city.rows<Schedule & { open: boolean }>('schedules')).filter((schedule) => schedule.open)
  const out = open.find(({ status }) => status === 'in-progress')
  expect(out).toBeDefined()
  live = begin(2_000)
  await eventually(async () => expect(await inTransit()).not.toEqual([]))
  await live.stop()
  const cut = await inTransit()
  expect(new Set(cut.map(({ truckId }) => truckId))).toEqual(new Set([out?.vehicle.id]))
  live = begin(2_000)
  await eventually(async () => expect((await truckOf(out?.vehicle.id ?? ''))?.status).toBe('available'))
  expect((await inTransit()).filter(({ id }) => cut.some((delivery) => delivery.id === id))).toEqual([])
  expect(live.counts.refused).toBe(0)
  await live.stop()
  await expectSound(city)
})

it('writes a load down on top of what a person typed meanwhile', async () => {
  live = begin(2_000)
  await eventually(async () => expect(await inTransit()).not.toEqual([]))
  const [load] = await inTransit()
  const siteId = load?.facilityId ?? ''
  await type(siteId, 612.5)
  await eventually(async () => expect((await lastUpdate(siteId)).actor).toBe('simulation'))
  const { arrived, currentCapacity, composition } = await lastUpdate(siteId)
  const brought = (await city.rows<Delivery>('deliveries')).filter(({ id }) =>
    arrived.some((delivery) => delivery.deliveryId === id),
  )
  const tonnes = brought.reduce((sum, { weight = 0 }) => sum + weight, 0) / 1_000
  expect(tonnes).toBeGreaterThan(0)
  expect(currentCapacity).toBeCloseTo(612.5 + tonnes, 2)
  expect(composition.organic).toBeGreaterThan(95)
})

it('leaves a truck that people have sent to them, until nobody is to be expected any more', async () => {
  await send('T003', 'WS001')
  const [load] = await inTransit()
  live = begin()
  await eventually(() => expect(live?.counts.done).toBeGreaterThan(20))
  await pause(1_000)
  expect((await truckOf('T003'))?.status).toBe('in-transit')
  await live.stop()
  const later = () => new Date(Date.now() + 3 * 3_600_000)
  live = begin(FAST, later)
  await eventually(async () => expect((await truckOf('T003'))?.status).not.toBe('in-transit'))
  await live.stop()
  expect((await lastUpdate('WS001')).actor).toBe('simulation')
  // What a person's truck has driven is theirs to write down.
  const trips = (await city.kernel.store.readStream(vehicle.stream('T003'))).filter(
    ({ type: of }) => of === 'TripLogged',
  )
  expect(trips.at(-1)?.meta.actor).toBe('udispatcher')
  expect((await city.rows<Delivery>('deliveries')).find(({ id }) => id === load?.id)?.status).toBe('arrived')
})

it('begins again when people change what it goes by, and only then', async () => {
  // So slow that the city itself does nothing in this time.
  live = begin(1)
  await eventually(() => expect(live?.counts.begun).toBe(1))
  await pause(3_500)
  expect(live.counts.begun).toBe(1)
  const decide = (state: VehicleState) => archiveVehicle({ vehicleId: 'T003', archivedBy: 'uadmin' }, state, new Date())
  const envelope = { commandId: 'archive', fingerprint: '', actor: 'uadmin' }
  await handle(city.kernel.store, vehicle.stream('T003'), vehicle, decide, envelope)
  await eventually(() => expect(live?.counts.begun).toBe(2))
})

it('is off until the seed switches it on, once; what anybody saved holds', async () => {
  await save(false)
  await switchOnCity(city.kernel)
  await city.caughtUp()
  live = begin()
  await pause(1_200)
  expect(live.counts).toEqual({ done: 0, refused: 0, begun: 0 })
  const [config] = await city.rows<{ simulatedActivity: boolean; simulatedCity?: boolean }>('configuration')
  expect(config).toMatchObject({ simulatedActivity: false, simulatedCity: true })
  expect(DEFAULT_CONFIGURATION.simulatedActivity).toBe(false)
})
