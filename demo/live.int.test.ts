/** Tests the demo simulation on a real log: switching it, interruptions, commands by real users. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { userIdOf } from '#command-api/accounts/register.ts'
import { recordSignIn } from '#command-api/accounts/security-log.ts'
import { configurationAggregate } from '#command-api/aggregates/configuration.ts'
import { assignDriver, handleAssignmentCommand, releaseDriver } from '#command-api/aggregates/drivers.ts'
import { type SiteContents, siteAggregate, siteContentsFold } from '#command-api/aggregates/site.ts'
import { type Vehicle as VehicleState, vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { createStopOutcomeHandlers } from '#command-api/driver/stop-routes.ts'
import { archiveVehicle } from '#command-api/fleet/archive-vehicle.ts'
import { seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { createOpenReportsClaimer, handleDispatchTruck } from '#command-api/schedules/mark-all-collected.ts'
import { saveConfiguration } from '#command-api/settings/save-configuration.ts'
import { updateComposition } from '#command-api/sites/update-composition.ts'
import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Delivery, Schedule, Vehicle } from '#contract/views.ts'
import { LOG_START, type RecordedEvent } from '#platform/event-store/event-store.ts'
import { countEvents, expectConsistentRows, openTestInstallation, type TestInstallation } from './fixtures.ts'
import { createFakeTime, createFakeTimeJobs, type FakeTime, type FakeTimeJobs } from './fixtures-time.ts'
import { type CitySimulation, enableSimulatedActivity, startCitySimulation } from './live.ts'
import { seedDemoYear } from './year.ts'

/** Speed factor for a simulated day in about three test seconds. */
const FAST = 30_000
const MINUTE_MS = 60_000
const NOW = new Date('2026-03-04T10:00:00.000Z')

/** Installation after six simulated days; each test copies the folder. */
let seeded: string
let folder: string
let time: FakeTime
let jobs: FakeTimeJobs
let city: TestInstallation
let live: CitySimulation | undefined
beforeAll(async () => {
  // Fixes the clock, because the append time of the first event decides when the simulated year ends.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  seeded = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const { kernel, runner, caughtUp, close } = await openTestInstallation(seeded, undefined, () => NOW)
  await seedDemoYear(kernel, runner, 6)
  await seedDemoAccounts(kernel, 'a good password')
  await caughtUp()
  await enableSimulatedActivity(kernel)
  await close()
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(seeded, { recursive: true })
})
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  cpSync(seeded, folder, { recursive: true })
  time = createFakeTime(NOW)
  await openAgain()
})
afterEach(async () => {
  await live?.stop()
  await city.close()
  rmSync(folder, { recursive: true })
})

async function openAgain(): Promise<void> {
  city = await openTestInstallation(folder, undefined, time.clock)
  await city.caughtUp()
  jobs = createFakeTimeJobs(city)
}

/** Starts the simulation; resolves when it waits for its next event. */
async function begin(pace = FAST): Promise<CitySimulation> {
  const begun = startCitySimulation(city.kernel, createBinReporter(city.kernel), pace, time.sleep)
  await time.asleep()
  return begun
}

/** Advances the test clock to the next due job or simulation step, until `check` returns true. */
async function livesUntil(check: () => boolean | Promise<boolean>): Promise<void> {
  for (;;) {
    await jobs.settle()
    await city.caughtUp()
    if (await check()) return
    await time.leap(Math.min(jobs.nextAt(), time.wakesAt()))
    await turn()
  }
}

function livesFor(ms: number): Promise<void> {
  const until = time.clock().getTime() + ms
  return livesUntil(() => time.clock().getTime() >= until)
}

const reports = async () => (await countEvents(city)).BinReportedFull ?? 0

async function save(simulatedActivity: boolean): Promise<void> {
  const initially = { ...DEFAULT_CONFIGURATION, dumping_sites: [] }
  const envelope = { commandId: `save/${simulatedActivity}`, fingerprint: '', actor: 'uadmin' }
  const config = {
    simulatedActivity,
    dumping_sites: [{ id: 'WS001', name: 'North', location: '', coordinates: { lat: 0, lng: 0 } }],
  }
  await handleCommand(
    city.kernel.store,
    configurationAggregate.stream(),
    configurationAggregate,
    (state) => saveConfiguration({ config, initially, needed: {}, changedBy: 'uadmin' }, state, time.clock()),
    envelope,
  )
  await city.caughtUp()
}

it('makes reports arrive, stops when switched off, and goes on when switched on again', async () => {
  const before = await reports()
  live = await begin()
  await livesUntil(async () => (await reports()) > before + 10)
  await save(false)
  const off = await reports()
  await livesFor(10 * MINUTE_MS)
  expect(await reports()).toBe(off)
  await save(true)
  await livesUntil(async () => (await reports()) > off)
})

it('acts for the residents of the simulated city only, and under no person’s name', async () => {
  const head = await city.kernel.store.head()
  const { counts, stop } = await begin()
  await livesUntil(() => counts.done > 30)
  await stop()
  const events = await city.kernel.store.readAll(head, 100_000)
  const people = new Set(
    (await city.kernel.store.readAll(LOG_START, 100_000))
      .filter(({ meta, type }) => type === 'AccountRegistered' && !meta.commandId.startsWith('seed/demo/'))
      .map(({ data }) => (data as { userId: string }).userId),
  )
  expect(people).toContain(userIdOf('seed/DISP001'))
  expect(events.filter(({ meta }) => people.has(meta.actor))).toEqual([])
  expect(new Set(events.map(({ meta }) => meta.commandId.split('/')[0]))).toContain('live')
})

it('has drivers who serve the stops of simulated residents, marked as simulated', async () => {
  const served = async () =>
    (await city.kernel.store.readAll(LOG_START, 100_000)).filter(({ type }) => type === 'StopServed') as RecordedEvent[]
  live = await begin()
  await livesUntil(async () => (await served()).length > 20)
  const [all, registered] = [await served(), await city.kernel.store.readAll(LOG_START, 100_000)]
  const simulated = new Set(
    registered
      .filter(({ type, meta }) => type === 'BinReportedFull' && meta.simulated)
      .map(({ data }) => (data as EventData<'BinReportedFull'>).userId),
  )
  for (const { data, meta } of all) {
    const { userId, servedBy, outcome, sealedFix } = data as EventData<'StopServed'>
    expect(meta.simulated).toBe(true)
    expect(servedBy).toBe(userIdOf('seed/DRV002'))
    expect(simulated).toContain(userId)
    if (outcome === 'exception') expect(sealedFix).toBeUndefined()
  }
  expect(all.some(({ data }) => (data as EventData<'StopServed'>).sealedFix)).toBe(true)
})

it('a restart goes on from the present without replaying', async () => {
  const { counts, stop } = await begin()
  await livesUntil(() => counts.done > 5)
  await stop()
  await city.close()
  await openAgain()
  const before = await reports()
  expect(await seedDemoYear(city.kernel, city.runner, 6)).toBeUndefined()
  expect(await reports()).toBe(before)
  live = await begin()
  await livesUntil(async () => (await reports()) > before)
})

const inTransit = async () => (await city.rows<Delivery>('deliveries')).filter(({ status }) => status === 'in-transit')
const truckOf = async (id: string) => (await city.rows<Vehicle>('vehicles')).find((truck) => truck.id === id)
const lastUpdate = async (siteId: string) => {
  const all = await city.kernel.store.readStream(siteAggregate.stream(siteId))
  const { data, meta } = all.findLast(({ type }) => type === 'SiteCompositionUpdated') as RecordedEvent
  return { ...(data as EventData<'SiteCompositionUpdated'>), actor: meta.actor }
}

/** Updates a site like the recycler's form, without deliveries. */
async function type(siteId: string, currentCapacity: number): Promise<void> {
  const command = { siteId, composition: { organic: 100 }, currentCapacity, source: 'typed' as const, arrived: [] }
  const envelope = { commandId: `type/${currentCapacity}`, fingerprint: '', actor: 'urecycler' }
  const decide = (state: SiteContents) => updateComposition({ ...command, updatedBy: 'urecycler' }, state, time.clock())
  await handleCommand(city.kernel.store, siteAggregate.stream(siteId), siteContentsFold, decide, envelope)
  await city.caughtUp()
}

/** Sends a truck to a site with all open reports, as the button 'mark all collected' does. */
async function send(vehicleId: string, siteId: string): Promise<void> {
  const sent = await handleDispatchTruck(
    city.kernel,
    { vehicleId, siteId, load: createOpenReportsClaimer(city.kernel) },
    { commandId: `send/${vehicleId}`, fingerprint: '', actor: 'udispatcher' },
  )
  if (isRejection(sent)) throw new Error(sent.message)
  await city.caughtUp()
}

it('takes up what the year left under way, and what it was cut off in itself', async () => {
  const open = (await city.rows<Schedule & { open: boolean }>('schedules')).filter((schedule) => schedule.open)
  const out = open.find(({ status }) => status === 'in-progress')
  expect(out).toBeDefined()
  live = await begin(2_000)
  await livesUntil(async () => (await inTransit()).length > 0)
  await live.stop()
  const cut = await inTransit()
  expect(new Set(cut.map(({ truckId }) => truckId))).toEqual(new Set([out?.vehicle.id]))
  live = await begin(2_000)
  await livesUntil(async () => (await truckOf(out?.vehicle.id ?? ''))?.status === 'available')
  expect((await inTransit()).filter(({ id }) => cut.some((delivery) => delivery.id === id))).toEqual([])
  expect(live.counts.refused).toBe(0)
  await live.stop()
  await expectConsistentRows(city)
})

it('writes a load down on top of what a person typed meanwhile', async () => {
  live = await begin(2_000)
  await livesUntil(async () => (await inTransit()).length > 0)
  const [load] = await inTransit()
  const siteId = load?.facilityId ?? ''
  await type(siteId, 612.5)
  await livesUntil(async () => (await lastUpdate(siteId)).actor === 'simulation')
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
  const { counts, stop } = await begin()
  await livesUntil(() => counts.done > 20)
  expect((await truckOf('T003'))?.status).toBe('in-transit')
  await stop()
  await time.leap(time.clock().getTime() + 3 * 60 * MINUTE_MS)
  live = await begin()
  await livesUntil(async () => (await truckOf('T003'))?.status !== 'in-transit')
  await live.stop()
  await city.caughtUp()
  expect((await lastUpdate('WS001')).actor).toBe('simulation')
  // The dispatcher who sent the truck is recorded as the author of all its trips, including the last.
  const trips = (await city.kernel.store.readStream(vehicleAggregate.stream('T003'))).filter(
    ({ type: of }) => of === 'TripLogged',
  )
  expect(trips.at(-1)?.meta.actor).toBe('udispatcher')
  expect((await city.rows<Delivery>('deliveries')).find(({ id }) => id === load?.id)?.status).toBe('arrived')
})

const DRIVER = userIdOf('seed/DRV001')
const OF_VISITOR = { commandId: 'visit', fingerprint: '', actor: DRIVER }

/** Signs in a driver at the test clock's time. */
async function signIn(): Promise<void> {
  vi.setSystemTime(time.clock())
  const account = { userId: DRIVER, role: 'driver' } as Parameters<typeof recordSignIn>[1]
  await recordSignIn(city.kernel, account, { address: '::1', envelope: OF_VISITOR })
}

/** Returns simulated events in a truck's stream after a position. */
const simulatedOn = async (vehicleId: string, head: number) =>
  (await city.kernel.store.readStream(vehicleAggregate.stream(vehicleId)))
    .filter(({ position, meta }) => position > head && meta.actor === 'simulation')
    .map(({ type: of }) => of)

/** Returns the open collection of the driver's truck. */
async function roundOf(vehicleId: string) {
  const all = await city.rows<Schedule & { open: boolean }>('schedules')
  return all.find(({ open, vehicle: { id } }) => open && id === vehicleId)
}

it('leaves a truck to the driver who signed in, for an hour', async () => {
  const round = await roundOf('T001')
  expect(round?.status).toBe('in-progress')
  const head = await city.kernel.store.head()
  live = await begin(2_000)
  await signIn()
  const { counts } = live
  await livesFor(59 * MINUTE_MS)
  expect(counts.done).toBeGreaterThan(20)
  expect(await simulatedOn('T001', head)).toEqual([])
  const bins = await city.rows<{ roundId?: string; open: boolean; served?: object }>('reports')
  const ofRound = bins.filter(({ roundId }) => roundId === round?.id)
  expect(ofRound.length).toBeGreaterThan(0)
  expect(ofRound.filter(({ open, served }) => !open || served)).toEqual([])
  await livesUntil(async () => (await simulatedOn('T001', head)).includes('TruckDispatched'))
})

it('leaves a collection to the driver who served one of its stops, until it is abandoned', async () => {
  const round = await roundOf('T001')
  const stops = (await city.rows<{ roundId?: string }>('reports')).filter(({ roundId }) => roundId === round?.id)
  vi.setSystemTime(time.clock())
  const { serveStop } = createStopOutcomeHandlers(city.kernel)
  const body = { outcome: 'exception', exception: 'not-out', at: time.clock().toISOString() }
  const principal = { userId: DRIVER }
  const served = await serveStop?.({ params: { id: stops[0]?.id }, body, principal, envelope: OF_VISITOR } as never)
  expect(served).toHaveProperty('stop')
  const head = await city.kernel.store.head()
  await time.leap(time.clock().getTime() + 80 * MINUTE_MS)
  // At real-time speed (pace 1), the simulation sends no other truck within ten minutes.
  live = await begin(1)
  await livesFor(10 * MINUTE_MS)
  expect(await simulatedOn('T001', head)).toEqual([])
  const abandonedAt = Date.parse(round?.estimatedCompletion ?? '') + 60 * MINUTE_MS
  expect(abandonedAt).toBeGreaterThan(time.clock().getTime())
  await time.leap(abandonedAt + MINUTE_MS)
  await livesUntil(async () => (await simulatedOn('T001', head)).includes('TruckDispatched'))
})

it('schedules a free truck that a person drives, and leaves the rest to the driver', async () => {
  const drives = { userId: DRIVER, by: DRIVER }
  await handleAssignmentCommand(city.kernel, releaseDriver, drives, { ...OF_VISITOR, commandId: 'leave' })
  const taken = { ...drives, vehicleId: 'T003' }
  await handleAssignmentCommand(city.kernel, assignDriver, taken, { ...OF_VISITOR, commandId: 'take' })
  await signIn()
  const head = await city.kernel.store.head()
  live = await begin(2_000)
  await livesUntil(async () => (await simulatedOn('T003', head)).length > 0)
  await livesFor(NOW.getTime() + 59 * MINUTE_MS - time.clock().getTime())
  expect(await simulatedOn('T003', head)).toEqual(['CollectionScheduled'])
})

it('begins again when people change what it goes by, and only then', async () => {
  // A simulation speed so slow that nothing happens during the test.
  live = await begin(1)
  const { counts } = live
  await livesUntil(() => counts.begun === 1)
  await livesFor(3_500)
  expect(counts.begun).toBe(1)
  const decide = (state: VehicleState) =>
    archiveVehicle({ vehicleId: 'T003', archivedBy: 'uadmin' }, state, time.clock())
  const envelope = { commandId: 'archive', fingerprint: '', actor: 'uadmin' }
  await handleCommand(city.kernel.store, vehicleAggregate.stream('T003'), vehicleAggregate, decide, envelope)
  await livesUntil(() => counts.begun === 2)
})

it('is off until the seed switches it on, once; what anybody saved holds', async () => {
  await save(false)
  await enableSimulatedActivity(city.kernel)
  await city.caughtUp()
  live = await begin()
  await livesFor(10 * MINUTE_MS)
  expect(live.counts).toEqual({ done: 0, refused: 0, begun: 0 })
  const [config] = await city.rows<{ simulatedActivity: boolean; simulatedCity?: boolean }>('configuration')
  expect(config).toMatchObject({ simulatedActivity: false, simulatedCity: true })
  expect(DEFAULT_CONFIGURATION.simulatedActivity).toBe(false)
})
