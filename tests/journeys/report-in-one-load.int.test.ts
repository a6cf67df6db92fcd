/** Tests that no report is in two loads, despite races, outdated rows and crashes. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { siteAggregate } from '#command-api/aggregates/site.ts'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { registerVehicle } from '#command-api/fleet/register-vehicle.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { openSite } from '#command-api/sites/open-site.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { RowsBehind } from '#platform/read-store/read-store.ts'
import { commandJobs } from '#workers/runner/fixtures.ts'
import { createDispatchPolicy } from '#workers/schedules/dispatch-policy.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'
import { readAllEvents, readEventsOfType } from './log-events.ts'

const REPORTS = 30
const DISPATCHES = 50
const trucks = Array.from({ length: DISPATCHES }, (_, n) => `R${n + 1}`)

let folder: string
let here: Awaited<ReturnType<typeof openInProcessKernel>>
let reportIds: string[]
/** Two instances of the command API. They share the log and the rows, but no memory. */
let apis: ReturnType<typeof createCollectionHandlers>[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  here = await openInProcessKernel(folder)
  const { kernel } = here
  await createSitesAndTrucks(kernel)
  for (const id of trucks) await buys(kernel, id)
  reportIds = await reportAllBinsFull(kernel, await registerAccounts(kernel, 'resident', REPORTS))
  await waitUntilCaughtUp(here)
  apis = [createCollectionHandlers({ ...kernel }), createCollectionHandlers({ ...kernel })]
})
afterEach(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

async function buys({ store, clock }: Kernel, id: string) {
  const facts = { type: 'rear_loader', make: 'Ford', model: 'F', year: 2022, registration_number: id } as const
  const fuel = { fuel_efficiency_kmpl: 10, tank_capacity_liters: 100, current_fuel_level: 100 }
  const command = { id, ...facts, ...fuel, registeredBy: 'system' }
  const envelope = { commandId: `buy/${id}`, fingerprint: '', actor: 'system' }
  await handleCommand(
    store,
    vehicleAggregate.stream(id),
    vehicleAggregate,
    (state) => registerVehicle(command, state, clock()),
    envelope,
  )
}

let commands = 0
/**
 * Calls one of the two command-apis.
 * Returns thrown errors as rejections, which HTTP answers with 503 or 409.
 */
function ask(name: EndpointName, body: object, { id = '', api = commands % 2, commandId = `c${++commands}` } = {}) {
  const handler = apis[api]?.[name] as unknown as (call: object) => Promise<object>
  return handler({
    body,
    params: { id },
    principal: { userId: 'd1' },
    envelope: { commandId, fingerprint: '', actor: 'd1' },
  })
}
const markAll = (truckId: string, more?: { api?: number; commandId?: string }) =>
  ask('markAllCollected', { truckId, dumpingSiteId: 'WS001' }, more)

async function loads() {
  const dispatches = await readEventsOfType(here.kernel, 'TruckDispatched')
  return dispatches.flatMap(({ data }) => data.loads)
}
async function aboard(): Promise<string[]> {
  return (await loads()).flatMap(({ reportIds: open, markedIds = [] }) => [...open, ...markedIds])
}

/** Returns the reports of Ablekuma North. */
const north = () => reportIds.filter((_, n) => n % 2 === 0).sort()

/**
 * Starts this truck's collection in Ablekuma North.
 * Returns its schedule.
 */
async function setOut(truck: string): Promise<string> {
  const asked = await ask('scheduleCollection', { zone: 'Ablekuma North', vehicleIds: [truck] })
  const id = (asked as { schedules: { id: string }[] }).schedules[0]?.id ?? ''
  await waitUntilCaughtUp(here)
  await ask('changeSchedule', { status: 'in-progress' }, { id })
  return id
}

async function expectEachInOneLoad() {
  const ids = await aboard()
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.sort()).toEqual([...reportIds].sort())
}

describe('of fifty dispatches at once by two command-apis', () => {
  it('each report is in one load', async () => {
    const outcomes = await Promise.allSettled(trucks.map((truck) => markAll(truck)))
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    await expectEachInOneLoad()
  })

  it('also while they are marked one by one, completed by reports and scheduled', async () => {
    await Promise.allSettled([
      ...trucks.slice(0, 20).map((truck) => markAll(truck)),
      ...reportIds.map((id) => ask('markReport', { status: 'collected' }, { id })),
      ...trucks
        .slice(20, 30)
        .map((truck) => ask('scheduleCollection', { zone: 'Ablekuma North', vehicleIds: [truck] })),
      ask('completeByReports', { reportIds }),
      ask('completeByReports', {}),
    ])
    await waitUntilCaughtUp(here)
    await markAll('R50')
    await expectEachInOneLoad()
    const plans = await readEventsOfType(here.kernel, 'CollectionPlanned')
    expect(plans.length).toBeLessThanOrEqual(2)
  })
})

describe('while the boards stand still', () => {
  it('nothing is dispatched on rows that are behind', async () => {
    await markAll('R1')
    await here.runner.stop()
    await ask('markReport', { status: 'collected' }, { id: reportIds[0] ?? '' })
    // The projections have stopped, so their rows do not include this event.
    await buys(here.kernel, 'R99')
    const refused = await Promise.allSettled([
      ...trucks.slice(1, 25).map((truck) => markAll(truck)),
      ask('completeByReports', { reportIds }),
      ask('scheduleCollection', { zone: 'Ablekuma North' }),
    ])
    for (const answer of refused) {
      expect(answer.status).toBe('rejected')
      expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(RowsBehind)
    }
    await expectEachInOneLoad()
  })
})

it('a site that was opened a moment ago is known, and what was done is told again without any rows', async () => {
  const first = await markAll('R1', { commandId: 'click' })
  await here.runner.stop()
  const { store, clock } = here.kernel
  const opened = { id: 'WS009', name: 'New', location: '', coordinates: { lat: 5, lng: 0 } }
  const command = { ...opened, maxCapacity: 10, currentCapacity: 0, composition: { plastic: 100 }, openedBy: 'system' }
  const envelope = { commandId: 'open', fingerprint: '', actor: 'system' }
  await handleCommand(
    store,
    siteAggregate.stream('WS009'),
    siteAggregate,
    (state) => openSite(command, state, clock()),
    envelope,
  )
  const there = ask('markAllCollected', { truckId: 'R2', dumpingSiteId: 'WS009' })
  await expect(there).rejects.toBeInstanceOf(RowsBehind)
  expect(await markAll('R1', { commandId: 'click' })).toEqual(first)
})

describe('a stop between claim and leaving', () => {
  /** Returns an event store that throws, like a crash, just before it would append an event of this type. */
  const endsBefore = (type: string, store: EventStore): EventStore => ({
    ...store,
    async append(stream, revision, events) {
      if (events.some((event) => event.type === type)) throw new Error('the process ended')
      return store.append(stream, revision, events)
    },
  })
  const dying = () => {
    apis = [
      createCollectionHandlers({ ...here.kernel, store: endsBefore('TruckDispatched', here.kernel.store) }),
      apis[1] as never,
    ]
  }
  const outstanding = async () => {
    const policy = createDispatchPolicy(() => new Date())
    for (const event of await readAllEvents(here.kernel)) policy.evolve(event)
    return commandJobs(policy.outstanding()).filter(({ data }) => data.type === 'GiveUpClaim')
  }

  it('holds the reports for a repetition, which goes on where it was', async () => {
    dying()
    await expect(markAll('R1', { api: 0, commandId: 'click' })).rejects.toThrow('the process ended')
    expect(await outstanding()).toHaveLength(1)
    expect(await markAll('R2', { api: 1 })).toMatchObject({ updatedCount: 0 })
    expect(await markAll('R1', { api: 1, commandId: 'click' })).toMatchObject({ updatedCount: REPORTS })
    expect(await outstanding()).toEqual([])
    await expectEachInOneLoad()
  })

  it('is given up after a while; then another truck takes them, and the first never does', async () => {
    dying()
    await expect(markAll('R1', { api: 0, commandId: 'click' })).rejects.toThrow('the process ended')
    const [job] = await outstanding()
    if (!job) throw new Error('nothing is outstanding')
    const send = createInternalCommands(here.kernel)
    await send('job/1', job.data)
    await send('job/1', job.data)
    expect(await outstanding()).toEqual([])
    await waitUntilCaughtUp(here)
    expect(await markAll('R2', { api: 1 })).toMatchObject({ updatedCount: REPORTS })
    expect(await markAll('R1', { api: 1, commandId: 'click' })).toMatchObject({ updatedCount: 0 })
    await expectEachInOneLoad()
  })

  it('is given up after a while; where nobody else took them, a repetition does', async () => {
    dying()
    await expect(markAll('R1', { api: 0, commandId: 'click' })).rejects.toThrow('the process ended')
    for (const { data } of await outstanding()) await createInternalCommands(here.kernel)('job/1', data)
    await waitUntilCaughtUp(here)
    expect(await markAll('R1', { api: 1, commandId: 'click' })).toMatchObject({ updatedCount: REPORTS })
    expect(await markAll('R1', { api: 1, commandId: 'click' })).toMatchObject({ updatedCount: REPORTS })
    expect(await outstanding()).toEqual([])
    await expectEachInOneLoad()
  })

  it('given up just before the truck leaves, it is no load: the truck decides again and takes what is left', async () => {
    const { store } = here.kernel
    let isFirst = true
    const paused: EventStore = {
      ...store,
      async append(stream, revision, events, options) {
        if (isFirst && events.some(({ type }) => type === 'TruckDispatched')) {
          isFirst = false
          for (const { data } of await outstanding()) await createInternalCommands(here.kernel)('job/1', data)
          await waitUntilCaughtUp(here)
          expect(await markAll('R2', { api: 1 })).toMatchObject({ updatedCount: REPORTS })
          await waitUntilCaughtUp(here)
        }
        return store.append(stream, revision, events, options)
      },
    }
    apis = [createCollectionHandlers({ ...here.kernel, store: paused }), apis[1] as never]
    expect(await markAll('R1', { api: 0, commandId: 'click' })).toMatchObject({ updatedCount: 0 })
    expect(await outstanding()).toEqual([])
    await expectEachInOneLoad()
  })

  it('keeps no job from completing its collection when it is tried again', async () => {
    const id = await setOut('R1')
    for (const report of north()) await ask('markReport', { status: 'collected' }, { id: report })
    const complete = { type: 'MoveScheduleOn', scheduleId: id, status: 'completed' } as const
    const ending = { ...here.kernel, store: endsBefore('TruckDispatched', here.kernel.store) }
    await expect(createInternalCommands(ending)('job/emptied', complete)).rejects.toThrow('the process ended')
    const send = createInternalCommands(here.kernel)
    for (const { data } of await outstanding()) await send('job/1', data)
    await send('job/emptied', complete)
    const [load] = await loads()
    expect([...(load?.markedIds ?? [])].sort()).toEqual(north())
    expect(await outstanding()).toEqual([])
  })
})

describe('reports that were marked one by one', () => {
  it('leave with their zone’s truck when the last is marked', async () => {
    const id = await setOut('R1')
    for (const report of north()) await ask('markReport', { status: 'collected' }, { id: report })
    await createInternalCommands(here.kernel)('job/emptied', {
      type: 'MoveScheduleOn',
      scheduleId: id,
      status: 'completed',
    })
    const [load] = await loads()
    expect(load).toMatchObject({ zone: 'Ablekuma North', alsoCollected: north().length, reportIds: [] })
    expect([...(load?.markedIds ?? [])].sort()).toEqual(north())
    await waitUntilCaughtUp(here)
    await markAll('R2')
    await expectEachInOneLoad()
  })
})
