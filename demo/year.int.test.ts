/** Tests that a short demo year is complete and seeded once, despite interruptions. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { userIdOf } from '#command-api/accounts/register.ts'
import { zoneAggregate } from '#command-api/aggregates/zone.ts'
import { seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import { createEvent } from '#command-api/kernel/decider.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import type { Site } from '#contract/views.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import { hasKnownType, LOG_START } from '#platform/event-store/event-store.ts'
import type { NotificationRow } from '#projections/notifications/notifications-view.ts'
import { createPolicies } from '#workers/app.ts'
import { residentUserIdOf } from './city-rounds.ts'
import { countEvents, expectConsistentRows, openTestInstallation, type TestInstallation } from './fixtures.ts'
import { seedYear } from './seed-year.ts'
import { hasSimulatedYear, seedDemoYear } from './year.ts'

const DAYS = 30
/** Fixed date of the test, because the collections of the simulated year depend on the date. */
const TODAY = new Date('2026-11-23T12:00:00.000Z')
const PASSWORD = 'a good password'

let folder: string
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY })
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const seed = ({ kernel, runner }: TestInstallation) => seedDemoYear(kernel, runner, DAYS)

/** Checks that each zone's alert was archived after the collection. */
async function expectAlertsOver({ kernel }: TestInstallation): Promise<void> {
  const events = (await kernel.store.readAll(LOG_START, 100_000)).filter(hasKnownType)
  const ended = new Map(
    events.flatMap(({ type, data }) =>
      type === 'NotificationArchived' ? [[data.notificationId, data.archivedAt]] : [],
    ),
  )
  const sent = events.flatMap(({ type, data }) =>
    type === 'NotificationSent' && data.kind === 'threshold' ? [data] : [],
  )
  expect(sent.length).toBeGreaterThan(0)
  for (const { notificationId, sentAt } of sent)
    expect([notificationId, (ended.get(notificationId) ?? '') > sentAt]).toEqual([notificationId, true])
}

it('is left out of a city that was imported first', async () => {
  const city = await openTestInstallation(mkdtempSync(path.join(folder, 'imported-')))
  const [zoneId, closedAt] = ['Ayawaso West', TODAY.toISOString()]
  const closed = createEvent('ZoneClosed', { zoneId, closedBy: 'system', closedAt })
  const imported = { commandId: 'import', fingerprint: '', actor: 'system' }
  await handleCommand(city.kernel.store, zoneAggregate.stream(zoneId), zoneAggregate, () => [closed], imported)
  expect(await seed(city)).toBeUndefined()
  expect(await hasSimulatedYear(city.kernel)).toBe(false)
  await city.close()
})

describe('the year of a new installation', () => {
  let city: TestInstallation
  let done: Awaited<ReturnType<typeof seed>>
  beforeAll(async () => {
    city = await openTestInstallation(path.join(folder))
    done = await seed(city)
    await city.caughtUp()
  })
  afterAll(() => city.close())

  it('has an event for each happening', async () => {
    const counts = await countEvents(city)
    expect(done?.ReportBinFull).toBeGreaterThan(500)
    expect(counts.BinReportedFull).toBe(done?.ReportBinFull)
    expect(counts.CollectionScheduled).toBe(done?.ScheduleCollection)
    expect(counts.CollectionStarted).toBe(done?.StartCollection)
    expect(counts.TruckDispatched).toBe(done?.MarkAllCollected)
    expect(counts.TruckArrived).toBe(done?.MarkAllCollected)
    expect(counts.SiteCompositionUpdated).toBe(done?.UpdateComposition)
  })

  it('logs each trip once: the collection’s with its dispatch, and the way to the site', async () => {
    const counts = await countEvents(city)
    expect(counts.TripLogged).toBe((done?.LogTrip ?? 0) + (done?.MarkAllCollected ?? 0))
  })

  it('leaves rows that tell of one city', () => expectConsistentRows(city))

  it('ends in the present that was decided', async () => {
    const sites = await city.rows<Site>('sites')
    expect(
      sites.map(({ id, currentCapacity, composition }) => ({ id, currentCapacity, ...composition })),
    ).toMatchObject([
      { id: 'WS001', currentCapacity: 750, plastic: 40, paper: 25, glass: 15, metal: 10, organic: 10 },
      { id: 'WS002', currentCapacity: 500, plastic: 30, paper: 30, glass: 20, metal: 15, organic: 5 },
    ])
    const zones = await city.rows<{ openReports: number; totalCustomers: number }>('zones')
    const shares = zones.map(
      ({ openReports, totalCustomers }) => openReports / recommendationThresholdOf(totalCustomers),
    )
    expect(Math.min(...shares)).toBeGreaterThan(0)
    expect(Math.max(...shares)).toBeLessThan(1)
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    const schedules = await city.rows<{ open: boolean; status: string; completedAt?: string }>('schedules')
    const present = schedules.filter(({ open, completedAt = '' }) => open || completedAt > ago(2 * 3_600_000))
    expect(present.map(({ status }) => status).sort()).toEqual(['completed', 'in-progress', 'scheduled'])
  })

  it('has every event at its own time, oldest first for each bin, and nothing of the future', async () => {
    const reported = (await city.kernel.store.readAll(LOG_START, 100_000)).filter(
      ({ type }) => type === 'BinReportedFull',
    )
    const times = reported.map(({ data }) => Date.parse((data as { reportedAt: string }).reportedAt))
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now())
    expect(Math.min(...times)).toBeLessThan(TODAY.getTime() - (DAYS - 6) * 86_400_000)
  })

  it('keeps names and words sealed, and lets nobody sign in as a simulated resident', async () => {
    const userId = residentUserIdOf({ id: 'ablekuma-north-1' })
    const [account] = await city.kernel.store.readStream(`account-${userId}`)
    expect(JSON.stringify(account)).not.toMatch(/residents\.example/)
    expect((await city.kernel.vault.credentials(userId))?.passwordHash).not.toMatch(/^\$argon2/)
  })

  it('has told its staff while it went on, what they have read by now but for the last', async () => {
    const told = (await city.rows<NotificationRow>('notifications')).map((row) => renderInEnglish(row))
    const hour = 3_600_000
    for (const audience of ['dispatcher', 'recycler']) {
      const own = told.filter((each) => each.audience === audience)
      const times = own.map(({ timestamp }) => Date.parse(timestamp))
      expect(Math.max(...times)).toBeLessThanOrEqual(Date.now())
      expect(new Set(times.map((time) => Math.floor(time / (7 * 24 * hour)))).size).toBeGreaterThan(3)
      for (const { read, timestamp } of own)
        if (Date.parse(timestamp) < Date.now() - 24 * hour) expect([timestamp, read]).toEqual([timestamp, true])
    }
    const titles = new Set(told.map(({ title }) => title))
    expect([...titles]).toEqual(
      expect.arrayContaining(['Collection Recommended', 'Truck Sent', 'New Waste Composition Update']),
    )
    await expectAlertsOver(city)
  })

  it('leaves nothing of the past to be told', async () => {
    const policies = Object.values(createPolicies(() => new Date(Date.now() + 25 * 3_600_000)))
    for (const event of await city.kernel.store.readAll(LOG_START, 100_000))
      for (const policy of policies) policy.evolve(event as never)
    const types = policies
      .flatMap((policy) => policy.outstanding())
      .map(({ job, data }) => ('type' in data ? data.type : job))
    expect(new Set(types)).toEqual(new Set(['MoveScheduleOn', 'forecast', 'SignCheckpoint']))
  })

  it('is there once: again it changes nothing, before the accounts and after them', async () => {
    const head = await city.kernel.store.head()
    await seed(city)
    expect(await city.kernel.store.head()).toBe(head)
    await seedDemoAccounts(city.kernel, PASSWORD)
    const complete = await city.kernel.store.head()
    expect(await seed(city)).toBeUndefined()
    expect(await city.kernel.store.head()).toBe(complete)
  })

  it('gives the demo’s residents a past of their own, a password, and nothing that is still open', async () => {
    const reports = await city.rows<{ userId: string; open: boolean; replaced: boolean }>('reports')
    for (const { identifier, role } of DEMO_ACCOUNTS.filter((each) => each.role === 'resident')) {
      const userId = userIdOf(`seed/${identifier}`)
      const own = reports.filter((report) => report.userId === userId)
      expect([role, own.length > 2, own.filter(({ open }) => open)]).toEqual(['resident', true, []])
      expect((await city.kernel.vault.credentials(userId))?.passwordHash).toMatch(/^\$argon2/)
      const [registered] = await city.kernel.store.readStream(`account-${userId}`)
      expect(registered).toMatchObject({ type: 'AccountRegistered', meta: { actor: userId } })
      expect(registered?.meta.simulated).toBeUndefined()
    }
  })

  it('stops at a command that is refused, and says which', async () => {
    const resident = { id: 'ablekuma-north-1', zone: 'Ablekuma North', name: '', email: '', phone: '' } as const
    const at = new Date()
    const twice = ['a', 'b'].map((id) => ({ id, at, type: 'ReportBinFull' as const, resident, body: {} }))
    const needs = { customers: {}, caughtUp: city.caughtUp }
    await expect(seedYear(city.kernel, twice, needs)).rejects.toThrow('The seed was refused at')
  })
})

describe('a start that was cut off', () => {
  it.each([1, 150, 900, 1500])('after %i appends is gone on with, and nothing is there twice', async (appends) => {
    const at = mkdtempSync(path.join(folder, 'cut-'))
    const cut = await openTestInstallation(at, 4 + appends)
    await expect(seed(cut)).rejects.toThrow('The disk is gone.')
    await cut.close()
    const city = await openTestInstallation(at)
    const done = await seed(city)
    await city.caughtUp()
    const counts = await countEvents(city)
    await expectAlertsOver(city)
    expect(counts.BinReportedFull).toBe(done?.ReportBinFull)
    expect(counts.TruckDispatched).toBe(done?.MarkAllCollected)
    expect(counts.TripLogged).toBe((done?.LogTrip ?? 0) + (done?.MarkAllCollected ?? 0))
    await expectConsistentRows(city)
    await city.close()
  })
})

it('leaves an installation alone that was seeded before there was a year', async () => {
  const city = await openTestInstallation(mkdtempSync(path.join(folder, 'older-')))
  await seedDemoAccounts(city.kernel, PASSWORD)
  const head = await city.kernel.store.head()
  expect(await seed(city)).toBeUndefined()
  expect(await city.kernel.store.head()).toBe(head)
  expect(await hasSimulatedYear(city.kernel)).toBe(false)
  await city.close()
})
