/** Tests that a month with random human actions never stops the simulation. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seedDemoAccounts, seedSitesAndTrucks } from '#command-api/internal-commands/seed.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import type { EventData } from '#contract/events.ts'
import type { Delivery, Schedule } from '#contract/views.ts'
import { simulateUntilNow } from '#demo/simulator/present.ts'
import { createRandom, type Random } from '#demo/simulator/random.ts'
import { DAY_MS, epochDayOf } from '#demo/simulator/rhythm.ts'
import { INITIAL_ZONE_CUSTOMERS } from '#domain/zones.ts'
import type { LoggedEvent, Position } from '#platform/event-store/event-store.ts'
import { DEMO_CITY_CONFIG } from './city.ts'
import { isDeliveryOverdue, isScheduleLongOverdue } from './current-rounds.ts'
import { openTestInstallation, type TestInstallation } from './fixtures.ts'
import { createRandomUsers, type RandomUsers } from './fixtures-people.ts'
import { createFakeTime, createFakeTimeJobs, type FakeTime } from './fixtures-time.ts'
import { enableSimulatedActivity, SIMULATION_SPEED_FACTOR, startCitySimulation } from './live.ts'
import { seedYear } from './seed-year.ts'

const MINUTE_MS = 60_000
/** Real duration of a simulated day, in ms. */
const CITY_DAY_MS = DAY_MS / SIMULATION_SPEED_FACTOR
/**
 * Maximum number of simulated days that a report may wait.
 * Dispatchers wait up to 9 days.
 * Afterwards a truck still has to drive there.
 */
const LONGEST_WAIT_DAYS = 14

let folder: string
let time: FakeTime
let city: TestInstallation
let began: { at: number; head: Position }
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  time = createFakeTime(new Date('2026-03-02T05:00:00.000Z'))
  city = await openTestInstallation(folder, undefined, time.clock)
  const { kernel, caughtUp } = city
  // Seeds six days of simulated history, as the demo does.
  // The history is the same in every run.
  const from = new Date((epochDayOf(kernel.clock().getTime()) - 6) * DAY_MS)
  await seedSitesAndTrucks({ ...kernel, clock: () => from })
  await seedYear(kernel, simulateUntilNow(DEMO_CITY_CONFIG, from, kernel.clock()), {
    customers: INITIAL_ZONE_CUSTOMERS,
    caughtUp,
  })
  await seedDemoAccounts(kernel, 'a good password')
  await caughtUp()
  await enableSimulatedActivity(kernel)
  await caughtUp()
  began = { at: kernel.clock().getTime(), head: await kernel.store.head() }
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

interface Days {
  days: number
  random: Random
  /** Mean time between two actions of people, in minutes. */
  every: number
  people: Pick<RandomUsers, 'act'>
}

/** Runs the live simulation for a number of days, with occasional restarts. */
async function live({ days, random, every, people }: Days): Promise<void> {
  const jobs = createFakeTimeJobs(city)
  const begin = () =>
    startCitySimulation(city.kernel, createBinReporter(city.kernel), SIMULATION_SPEED_FACTOR, time.sleep)
  const now = () => time.clock().getTime()
  const next = () => now() + Math.ceil(random.exponential(every) * MINUTE_MS)
  let running = begin()
  await time.asleep()
  let actAt = next()
  for (let day = 1; day <= days; day++) {
    while (now() < began.at + day * CITY_DAY_MS) {
      await jobs.settle()
      await time.leap(Math.min(actAt, jobs.nextAt(), time.wakesAt()))
      if (now() < actAt) continue
      const comesBack = await people.act()
      actAt = comesBack ? now() + 20 * MINUTE_MS : next()
      await city.caughtUp()
      if (random.uniform() > 0.05) continue
      await running.stop()
      running = begin()
      await time.asleep()
    }
    await expectNothingStuck()
  }
  await running.stop()
  await city.caughtUp()
}

/** Checks that no truck stays on the road forever. */
async function expectNothingStuck(): Promise<void> {
  const before = new Date(time.clock().getTime() - 2 * CITY_DAY_MS)
  const schedules = (await city.rows<Schedule & { open: boolean }>('schedules')).filter(({ open }) => open)
  expect(schedules.filter((schedule) => isScheduleLongOverdue(schedule, before))).toEqual([])
  const deliveries = (await city.rows<Delivery & { underWay: boolean }>('deliveries')).filter(
    (delivery) => delivery.underWay,
  )
  expect(deliveries.filter((delivery) => isDeliveryOverdue(delivery, before))).toEqual([])
}

const reportedBySimulation = (event: LoggedEvent) =>
  event.type === 'BinReportedFull' && event.meta.commandId.startsWith('live/')

/** Counts the reports and all events of the simulation, for each simulated day. */
async function daysOf(count: number) {
  const days = Array.from({ length: count }, () => ({ reports: 0, events: 0 }))
  const waited: number[] = []
  const open = new Map<string, number>()
  const dayAt = (at: string) => (Date.parse(at) - began.at) / CITY_DAY_MS
  for (const event of await city.kernel.store.readAll(began.head, 1_000_000)) {
    const data = event.data as Record<string, string>
    const at = data.reportedAt ?? data.dispatchedAt ?? data.scheduledAt ?? data.updatedAt ?? data.refuelledAt
    const day = at && event.meta.commandId.startsWith('live/') ? days[Math.floor(dayAt(at))] : undefined
    if (day) day.events++
    if (day && event.type === 'BinReportedFull') day.reports++
    if (reportedBySimulation(event)) open.set(data.reportId ?? '', dayAt(data.reportedAt ?? ''))
    for (const { reportIds } of (event.data as Partial<EventData<'TruckDispatched'>>).loads ?? [])
      for (const id of reportIds) close(id, dayAt(data.dispatchedAt ?? ''))
    if (event.type === 'ReportCollected') close(data.reportId ?? '', dayAt(data.collectedAt ?? ''))
  }
  for (const id of open.keys()) close(id, count)
  return { days, waited }

  function close(id: string, day: number): void {
    const since = open.get(id)
    if (since !== undefined) waited.push(day - since)
    open.delete(id)
  }
}

/** Checks that reports appear every few days and are collected eventually. */
async function expectAlive(count: number): Promise<void> {
  const { days, waited } = await daysOf(count)
  expect(days.flatMap(({ events }, day) => (events === 0 ? [day] : []))).toEqual([])
  expect(days.flatMap((_, day) => (days.slice(day, day + 4).some(({ reports }) => reports > 0) ? [] : [day]))).toEqual(
    [],
  )
  expect(Math.max(...waited)).toBeLessThan(LONGEST_WAIT_DAYS)
}

it('never stops, whatever people do', async () => {
  const random = createRandom('a busy month')
  await live({ days: 30, random, every: 12, people: createRandomUsers(city.kernel, random) })
  await expectAlive(30)
})

it('goes on where people take everything in hand and leave it so', async () => {
  const random = createRandom('left')
  const people = createRandomUsers(city.kernel, random)
  await people.leaveEverything()
  await city.caughtUp()
  await live({ days: 30, random, every: 10_000, people: { act: async () => false } })
  await expectAlive(30)
})
