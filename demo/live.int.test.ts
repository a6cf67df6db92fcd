/** The living city on a real log: reports arrive while it is switched on, none when it is off, and people's own wait for people. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userIdOf } from '#command-api/accounts/register.ts'
import { handle } from '#command-api/kernel/handle.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { seedDemo } from '#command-api/seed.ts'
import { CONFIGURATION_STREAM, configuration } from '#command-api/settings/configuration.ts'
import { saveConfiguration } from '#command-api/settings/save-configuration.ts'
import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import { START } from '#platform/event-store/event-store.ts'
import { type LiveCity, startLiveCity } from './live.ts'
import { countEvents, type OpenCity, openCity } from './spec.ts'
import { seedDemoYear } from './year.ts'

/** A day in about three seconds. */
const FAST = 30_000

let folder: string
let city: OpenCity
let live: LiveCity | undefined
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openCity(folder)
  await seedDemoYear(city.kernel, city.runner, 6)
  await seedDemo(city.kernel, 'a good password')
  await city.caughtUp()
})
afterEach(async () => {
  await live?.stop()
  await city.close()
  rmSync(folder, { recursive: true })
})

const begin = () => startLiveCity(city.kernel, createReportFor(city.kernel), FAST)
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
    CONFIGURATION_STREAM,
    configuration,
    (state) => saveConfiguration({ config, initially, needed: {}, changedBy: 'uadmin' }, state, new Date()),
    envelope,
  )
  await city.caughtUp()
}

it('makes reports arrive, stops when switched off, and goes on when switched on again', async () => {
  const before = await reports()
  live = begin()
  await vi.waitFor(async () => expect(await reports()).toBeGreaterThan(before + 10), 10_000)
  await save(false)
  // One command may have been under way.
  await pause(100)
  const off = await reports()
  await pause(1_500)
  expect(await reports()).toBe(off)
  await save(true)
  await vi.waitFor(async () => expect(await reports()).toBeGreaterThan(off), 10_000)
})

it('acts for the residents of the simulated city only, and under no person’s name', async () => {
  const head = await city.kernel.store.head()
  live = begin()
  await vi.waitFor(() => expect(live?.counts.done).toBeGreaterThan(30), 10_000)
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
  await vi.waitFor(() => expect(live?.counts.done).toBeGreaterThan(5), 10_000)
  await live.stop()
  await city.close()
  city = await openCity(folder)
  const before = await reports()
  expect(await seedDemoYear(city.kernel, city.runner, 6)).toBeUndefined()
  expect(await reports()).toBe(before)
  live = begin()
  await vi.waitFor(async () => expect(await reports()).toBeGreaterThan(before), 10_000)
})
