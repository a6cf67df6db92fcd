/**
 * Tests the configuration with a real event log.
 * Sites follow changes of the configuration, and automatic dispatch schedules a zone only once.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ZonePlans, zonePlansAggregate } from '#command-api/aggregates/dispatch.ts'
import { syncSiteWithConfiguration } from '#command-api/internal-commands/follow-configuration.ts'
import { scheduleZoneCollection } from '#command-api/internal-commands/schedule-zone.ts'
import { openFirstZones, seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import { type Kernel, openKernel } from '#command-api/kernel/kernel.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { planCollection } from '#command-api/schedules/dispatch-plan.ts'
import { createConfigurationHandlers } from '#command-api/settings/routes.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Configuration } from '#contract/settings/configuration.ts'
import { CONFIGURATION_ID, tableNameOf } from '#contract/tables.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { EndpointCall, HandlerAnswer } from '#platform/http/api.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { projectionViews } from '#projections/app.ts'
import { type ProjectionRunner, startProjectionRunner } from '#projections/runner/runner.ts'
import { waitUntilCaughtUp } from '../bench/fixtures.ts'
import { readEventsOfType } from './log-events.ts'

const NORTH = 'Ablekuma North'
let folder: string
let kernel: Kernel
let runner: ProjectionRunner

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const log = createLog('test', 'silent')
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  kernel = await openKernel({ store, vault, reads: openMemoryReadStore(), log })
  await openFirstZones(kernel)
  await seedDemoAccounts(kernel, 'a good password')
  runner = startProjectionRunner({ store, reads: kernel.reads, views: projectionViews, log })
  await runner.ready
})
afterEach(async () => {
  await runner.stop()
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

type Follow = Parameters<typeof createConfigurationHandlers>[1]
async function save(
  config: Partial<Configuration>,
  { version, key = crypto.randomUUID(), follow }: { version?: number; key?: string; follow?: Follow } = {},
) {
  const handlers = createConfigurationHandlers(
    kernel,
    follow ?? ((siteId) => syncSiteWithConfiguration(kernel, siteId)),
  )
  const call = {
    body: { config, version },
    principal: { userId: 'd1' },
    envelope: { commandId: key, fingerprint: '', actor: 'd1' },
  }
  const answer = await handlers.saveConfiguration?.(call as unknown as EndpointCall<'saveConfiguration'>)
  await waitUntilCaughtUp({ kernel, runner })
  return answer as HandlerAnswer<'saveConfiguration'> & Rejection
}

const east = { id: 'WS003', name: 'East', location: 'Teshie', coordinates: { lat: 5.6, lng: -0.1 } }
const sitesInUse = async () =>
  (await kernel.reads.find(tableNameOf('sites'), { filter: { open: true }, sort: { id: 1 } })).map(({ id }) => id)
const configured = async () => (await kernel.reads.get(tableNameOf('configuration'), [CONFIGURATION_ID]))[0]

describe('saving the configuration', () => {
  it('lets nobody wait for all saves that another person sends at once', async () => {
    const handlers = createConfigurationHandlers(kernel, (siteId) => syncSiteWithConfiguration(kernel, siteId))
    const done: string[] = []
    const saveBy = async (userId: string, diesel: number) => {
      const body = { config: { fuel_prices: { diesel, petrol: 10 } } }
      const envelope = { commandId: crypto.randomUUID(), fingerprint: '', actor: userId }
      const call = { body, principal: { userId }, envelope }
      await handlers.saveConfiguration?.(call as unknown as EndpointCall<'saveConfiguration'>)
      done.push(userId)
    }
    await Promise.all([...Array.from({ length: 20 }, (_, n) => saveBy('d1', 11 + n)), saveBy('d2', 99)])
    expect(done).toHaveLength(21)
    expect(done.indexOf('d2')).toBeLessThan(4)
  })

  it('begins with the defaults and the sites that were opened', async () => {
    const { config, position } = await save({})
    expect(config).toMatchObject({ version: 0, fuel_prices: { diesel: 10, petrol: 12.5 }, automaticDispatch: false })
    expect(config.dumping_sites.map(({ name }) => name)).toEqual(['North Dumping Site', 'South Dumping Site'])
    expect(position).toBe(0)
    expect(await readEventsOfType(kernel, 'ConfigurationChanged')).toEqual([])
  })

  it('is true at the position it answers: the row, the zones and the sites', async () => {
    const customers = { [NORTH]: { totalCustomers: 7 }, 'Ayawaso West': { totalCustomers: 82 } }
    const { config: before } = await save({})
    const sites = [...before.dumping_sites.slice(1), east]
    const answer = await save({ zone_customers: customers, dumping_sites: sites }, { version: 0 })
    expect(answer.position).toBe(await kernel.store.head())
    expect(await configured()).toMatchObject({ version: 1, zone_customers: customers, changedBy: 'd1' })
    expect(await sitesInUse()).toEqual(['WS002', 'WS003'])
    const [zone] = await kernel.reads.get<{ id: string; position: number; totalCustomers: number }>(
      tableNameOf('zones'),
      [NORTH],
    )
    expect(zone?.totalCustomers).toBe(7)
  })

  it('ten times at once compares ten configurations, not one for each conflict', async () => {
    const append = vi.spyOn(kernel.store, 'append')
    const routes = createConfigurationHandlers(kernel, async () => 0)
    const saves = Array.from({ length: 10 }, (_, n) => {
      const body = { config: { fuel_prices: { diesel: n + 1, petrol: 12 } } }
      const envelope = { commandId: `save ${n}`, fingerprint: '', actor: 'd1' }
      const call = { body, principal: { userId: 'd1' }, envelope } as unknown as EndpointCall<'saveConfiguration'>
      return routes.saveConfiguration?.(call)
    })
    const answers = (await Promise.all(saves)) as HandlerAnswer<'saveConfiguration'>[]
    expect(answers.map(({ config }) => config.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(append).toHaveBeenCalledTimes(10)
    append.mockRestore()
  })

  it('is refused when it would open more sites than the limit, but may reopen closed ones', async () => {
    const rows = Array.from({ length: 998 }, (_, n) => ({ id: `X${n}`, position: 0, open: false }))
    await kernel.reads.replace(tableNameOf('sites'), rows)
    const { config } = await save({})
    const answer = await save({ dumping_sites: [...config.dumping_sites, east] })
    expect(answer).toMatchObject({ rejected: 'conflict' })
    expect(await readEventsOfType(kernel, 'ConfigurationChanged')).toEqual([])
    expect(await save({ dumping_sites: [...config.dumping_sites, { ...east, id: 'X1' }] })).toMatchObject({
      config: { version: 1 },
    })
  })

  it('at once updates the sites of one save at a time', async () => {
    let [active, most] = [0, 0]
    const handlers = createConfigurationHandlers(kernel, async (siteId) => {
      most = Math.max(most, ++active)
      const position = await syncSiteWithConfiguration(kernel, siteId)
      active--
      return position
    })
    const saves = Array.from({ length: 3 }, async (_, n) => {
      const sites = Array.from({ length: 50 }, (__, at) => ({ ...east, id: `E${100 + at}`, name: `East ${n}` }))
      const body = { config: { dumping_sites: sites } }
      const envelope = { commandId: `save ${n}`, fingerprint: '', actor: 'd1' }
      const call = { body, principal: { userId: 'd1' }, envelope }
      return handlers.saveConfiguration?.(call as unknown as EndpointCall<'saveConfiguration'>)
    })
    for (const saved of await Promise.all(saves)) expect(saved).toMatchObject({ position: expect.anything() })
    expect(most).toBe(1)
  })

  it('is refused where there are too many', async () => {
    const refused = reject('too-many', msg`Too many changes.`)
    const routes = createConfigurationHandlers(
      kernel,
      async () => 0,
      async (userId) => (userId === 'd1' ? refused : undefined),
    )
    const call = { body: { config: { automaticDispatch: true } }, principal: { userId: 'd1' } }
    expect(await routes.saveConfiguration?.(call as unknown as EndpointCall<'saveConfiguration'>)).toBe(refused)
    expect(await readEventsOfType(kernel, 'ConfigurationChanged')).toEqual([])
  })

  it('is answered the same when it is sent again', async () => {
    const { config } = await save({})
    const change = { dumping_sites: [...config.dumping_sites, east] }
    const first = await save(change, { key: 'k' })
    await save({ automaticDispatch: true })
    expect(await save(change, { key: 'k' })).toEqual(first)
    expect(await readEventsOfType(kernel, 'SiteOpened')).toHaveLength(3)
  })

  it('opens a site again that was closed', async () => {
    const { config } = await save({})
    const [north, south] = config.dumping_sites as [typeof east, typeof east]
    await save({ dumping_sites: [north] })
    expect(await sitesInUse()).toEqual(['WS001'])
    await save({ dumping_sites: [north, { ...south, name: 'South again' }] })
    expect(await sitesInUse()).toEqual(['WS001', 'WS002'])
  })
})

describe('a crash between the configuration and its sites', () => {
  it('is mended by whoever asks the sites to follow, as often as they like', async () => {
    const { config } = await save({})
    const crash = async () => Promise.reject(new Error('killed'))
    await expect(save({ dumping_sites: [...config.dumping_sites, east] }, { follow: crash })).rejects.toThrow('killed')
    await waitUntilCaughtUp({ kernel, runner })
    expect(await sitesInUse()).toEqual(['WS001', 'WS002'])
    await Promise.all([1, 2, 3].map(() => syncSiteWithConfiguration(kernel, 'WS003')))
    await waitUntilCaughtUp({ kernel, runner })
    expect(await sitesInUse()).toEqual(['WS001', 'WS002', 'WS003'])
    expect(await readEventsOfType(kernel, 'SiteOpened')).toHaveLength(3)
  })

  it('leaves the sites of the seed alone while nothing was saved', async () => {
    await syncSiteWithConfiguration(kernel, 'WS001')
    expect(await readEventsOfType(kernel, 'SiteClosed')).toEqual([])
  })
})

describe('scheduling a due zone by itself', () => {
  async function reports(count: number) {
    const reportFor = createBinReporter(kernel)
    for (let n = 1; n <= count; n++)
      await reportFor({ userId: `u${n}`, zone: NORTH, name: 'Ama' }, undefined, {
        commandId: `r${n}`,
        fingerprint: '',
        actor: `u${n}`,
      })
    await waitUntilCaughtUp({ kernel, runner })
  }
  const ask = (cycle = 1, id = crypto.randomUUID()) => scheduleZoneCollection(kernel, { zone: NORTH, cycle }, id)

  it('does nothing while it is off', async () => {
    await reports(2)
    await ask()
    expect(await readEventsOfType(kernel, 'CollectionPlanned')).toEqual([])
  })

  it('schedules the best plan once, however often and at whatever moment it is asked', async () => {
    await save({ automaticDispatch: true })
    await reports(40)
    await Promise.all([ask(), ask(), ask()])
    await ask()
    await waitUntilCaughtUp({ kernel, runner })
    const scheduled = await readEventsOfType(kernel, 'CollectionScheduled')
    // T002 and T001 carry 40 reports in one trip, T003 in two.
    // T002 needs least fuel: 25 km at 9.2 km/L.
    expect(scheduled.map(({ data }) => data)).toMatchObject([{ vehicleId: 'T002', zone: NORTH, cycle: 1 }])
    expect(scheduled[0]?.data).toMatchObject({ scheduledBy: 'system', siteId: 'WS001', estimatedDistance: 12.5 })
  })

  it('sends the trucks of its plan that a crash left behind', async () => {
    await save({ automaticDispatch: true })
    await reports(2)
    const plan = { zone: NORTH, cycle: 1, vehicleIds: ['T001', 'T003'], ended: [], plannedBy: 'system' } as const
    const envelope = { commandId: 'crashed', fingerprint: 'system', actor: 'system' }
    const decide = (state: ZonePlans) => planCollection(plan, state, new Date())
    await handleCommand(kernel.store, zonePlansAggregate.stream(NORTH), zonePlansAggregate, decide, envelope)
    await ask()
    await ask()
    const sent = await readEventsOfType(kernel, 'CollectionScheduled')
    expect(sent.map(({ data }) => (data as { vehicleId: string }).vehicleId)).toEqual(['T001', 'T003'])
    expect(await readEventsOfType(kernel, 'CollectionPlanned')).toHaveLength(1)
  })

  it('waits for rows that are behind, and leaves a cycle that is over', async () => {
    await save({ automaticDispatch: true })
    await reports(2)
    await expect(ask(2)).rejects.toThrow('have not caught up')
    await ask(0)
    expect(await readEventsOfType(kernel, 'CollectionPlanned')).toEqual([])
  })

  it('unloads by the configured distances', async () => {
    const { config } = await save({ automaticDispatch: true })
    const distances = { ...config.zone_distances, [NORTH]: { WS001: 30, WS002: 4 } }
    await save({ zone_distances: distances })
    await reports(2)
    await ask()
    const [scheduled] = await readEventsOfType(kernel, 'CollectionScheduled')
    expect(scheduled?.data).toMatchObject({ siteId: 'WS002', estimatedDistance: 4 })
  })

  it('keeps the site that its truck is scheduled to unload at', async () => {
    const { config } = await save({ automaticDispatch: true })
    await reports(2)
    await ask()
    await waitUntilCaughtUp({ kernel, runner })
    expect(await save({ dumping_sites: config.dumping_sites.slice(1) })).toMatchObject({
      rejected: 'conflict',
      message: "North Dumping Site (WS001) can't be removed: truck T003 is scheduled to unload there.",
    })
  })
})
