/** Tests that a recommended plan is scheduled, driven, logged and counted. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { syncSiteWithConfiguration } from '#command-api/internal-commands/follow-configuration.ts'
import { scheduleZoneCollection } from '#command-api/internal-commands/schedule-zone.ts'
import { seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import { changeSchedule } from '#command-api/schedules/change-schedule.ts'
import { changeScheduleStatus } from '#command-api/schedules/move-schedule.ts'
import { scheduleCollection } from '#command-api/schedules/schedule-collection.ts'
import { createConfigurationHandlers } from '#command-api/settings/routes.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { Zone } from '#domain/city.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { createFuelAnalyticsReadHandlers } from '#projections/analytics/fuel.ts'
import { createRecommendationReadHandlers } from '#projections/dispatch/routes.ts'
import { presentSnapshotOf } from '#projections/queries/dependencies.ts'
import { createScheduleReadHandlers } from '#projections/schedules/routes.ts'
import { createAcceptedPlanPolicy } from '#workers/schedules/accepted-plan-policy.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { reportAllBinsFull } from './city-of-reports.ts'
import { readAllEvents } from './log-events.ts'

const [NORTH, WEST] = INITIAL_ZONE_NAMES
const tempFolder = () => mkdtempSync(path.join(tmpdir(), 'wastesense-'))
/** A city in which everyone has reported; each test copies it. */
const template = tempFolder()
let folder: string
let city: Awaited<ReturnType<typeof openInProcessKernel>>
beforeAll(async () => {
  const first = await openInProcessKernel(template)
  await seedDemoAccounts(first.kernel, 'a good password')
  // In each zone, 118 residents report.
  // Reports beyond the number of customers would not count.
  await reportAllBinsFull(first.kernel, await registerAccounts(first.kernel, 'resident', 2 * 118))
  await first.close()
})
afterAll(() => rmSync(template, { recursive: true }))
beforeEach(async () => {
  folder = tempFolder()
  cpSync(template, folder, { recursive: true })
  city = await openInProcessKernel(folder)
  await waitUntilCaughtUp(city)
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

/** Calls a read handler as a dispatcher. */
async function read<Answer>(handler: ReadHandlers[keyof ReadHandlers], query: object = {}): Promise<Answer> {
  await waitUntilCaughtUp(city)
  const call = { query, principal: { userId: 'd1', role: 'dispatcher' }, params: {} }
  return (handler as unknown as (call: object, at: Snapshot) => Promise<Answer>)(call, presentSnapshotOf(reading()))
}
const reading = () => ({ ...city.kernel, runner: city.runner })
const recommended = (query?: { zone: Zone }) =>
  read<AnswerOf<'recommendation'>>(createRecommendationReadHandlers(reading()).recommendation, query)
const standing = async () =>
  (await read<AnswerOf<'schedules'>>(createScheduleReadHandlers(reading()).schedules)).schedules
const fuel = () =>
  read<AnswerOf<'fuelAnalytics'>>(createFuelAnalyticsReadHandlers(reading()).fuelAnalytics, { period: '7' })

const by = (actor: string) => ({ commandId: crypto.randomUUID(), fingerprint: '', actor })
async function schedules(command: Parameters<typeof scheduleCollection>[1]): Promise<void> {
  const scheduled = await scheduleCollection(city.kernel, command, by('d1'))
  if (isRejection(scheduled)) throw new Error(scheduled.message)
  await waitUntilCaughtUp(city)
}
async function automatically(): Promise<void> {
  const envelope = { commandId: 'on', fingerprint: '', actor: 'd1' }
  const call = { body: { config: { automaticDispatch: true } }, principal: { userId: 'd1' }, envelope }
  const { saveConfiguration } = createConfigurationHandlers(city.kernel, (id) =>
    syncSiteWithConfiguration(city.kernel, id),
  )
  await (saveConfiguration as unknown as (call: object) => Promise<unknown>)(call)
  await waitUntilCaughtUp(city)
  // Schedules both zones together: both have reached their threshold.
  await Promise.all(
    INITIAL_ZONE_NAMES.map((zone) => scheduleZoneCollection(city.kernel, { zone, cycle: 1 }, `dispatch ${zone}`)),
  )
}

describe('the recommended plan', () => {
  it.each<[string, () => Promise<void>]>([
    [
      'with one click each',
      async () => {
        const { schedules: trucks } = await recommended()
        for (const zone of INITIAL_ZONE_NAMES) {
          const own = trucks.filter((truck) => truck.zone === zone)
          await schedules({ zone, vehicleIds: own.map(({ vehicleId }) => vehicleId), siteId: own[0]?.siteId })
        }
      },
    ],
    [
      'without a word about trucks',
      async () => {
        for (const zone of [WEST, NORTH]) await schedules({ zone })
      },
    ],
    ['by the installation itself', automatically],
  ])('is what is scheduled, %s', async (_, schedule) => {
    const { schedules: plan } = await recommended()
    expect(plan.map(({ vehicleId, zone, dumpTrips }) => [vehicleId, zone, dumpTrips])).toEqual([
      ['T001', NORTH, 1],
      ['T003', NORTH, 1],
      ['T002', WEST, 2],
    ])
    await schedule()
    for (const { vehicleId, ...leg } of plan) {
      const made = (await standing()).find(({ vehicle }) => vehicle.id === vehicleId)
      const { reportsCount: reports, dumpTrips: trips, estimatedDistance: km, zone, siteId } = leg
      expect(made).toMatchObject({ zone, siteId, plan: { reports, trips, km, litres: expect.any(Number) } })
      expect(made?.plan?.litres).toBeCloseTo(leg.estimatedFuel, 2)
    }
    expect(await standing()).toHaveLength(plan.length)
    const { schedules: shown } = await recommended()
    const figures = plan.map(({ vehicleId, estimatedFuel, dumpTrips }) => ({ vehicleId, estimatedFuel, dumpTrips }))
    expect(shown).toMatchObject(figures)
  })

  it('is what is driven, logged and counted', async () => {
    for (const zone of INITIAL_ZONE_NAMES) await schedules({ zone })
    const plans = (await standing()).map(({ plan }) => plan)
    for (const { id: scheduleId } of await standing())
      for (const status of ['in-progress', 'completed'] as const)
        await changeSchedule(city.kernel, { scheduleId, status }, changeScheduleStatus, by('d1'))
    const sum = (figure: 'km' | 'litres') => plans.reduce((total, plan) => total + (plan?.[figure] ?? Number.NaN), 0)
    const { summary } = await fuel()
    expect(summary.total_trips).toBe(3)
    expect(summary.total_distance).toBeCloseTo(sum('km'), 2)
    expect(summary.total_fuel_consumed).toBeCloseTo(sum('litres'), 2)
  })
})

describe('an accepted choice', () => {
  const choicesOf = async (zone: Zone) => (await recommended({ zone })).choices ?? []
  const accept = async (zone: Zone, { siteId, of, trucks }: Awaited<ReturnType<typeof choicesOf>>[number]) => {
    const scheduled = await scheduleCollection(city.kernel, { zone, accepted: { siteId, of, trucks } }, by('d1'))
    await waitUntilCaughtUp(city)
    return isRejection(scheduled) ? scheduled.message : 'made'
  }
  const outstanding = async () => {
    const policy = createAcceptedPlanPolicy()
    for (const event of await readAllEvents(city.kernel)) policy.evolve(event)
    return policy.outstanding().filter((job) => job.job === 'send-command')
  }
  const madeIn = async (zone: Zone) =>
    (await standing())
      .filter((schedule) => schedule.zone === zone)
      .map(({ vehicle, siteId, plan }) => ({ vehicleId: vehicle.id, siteId, ...plan }))
      .toSorted((a, b) => (a.vehicleId < b.vehicleId ? -1 : 1))

  it.each([0, 1, 2])('is what is scheduled, driven and logged: choice %i', async (at) => {
    const choices = await choicesOf(NORTH)
    expect(choices.map(({ kind }) => kind)).toEqual(['recommended', 'fewer-trucks', 'other-site'])
    const choice = choices[at]
    if (!choice) throw new Error('There is no such choice.')
    expect(await accept(NORTH, choice)).toBe('made')
    const made = choice.trucks.map((truck) => ({ ...truck, siteId: choice.siteId }))
    expect(await madeIn(NORTH)).toEqual(made.toSorted((a, b) => (a.vehicleId < b.vehicleId ? -1 : 1)))
    for (const { id: scheduleId } of await standing())
      for (const status of ['in-progress', 'completed'] as const)
        await changeSchedule(city.kernel, { scheduleId, status }, changeScheduleStatus, by('d1'))
    const { summary } = await fuel()
    expect(summary.total_distance).toBeCloseTo(choice.km, 2)
    expect(summary.total_fuel_consumed).toBeCloseTo(choice.litres, 2)
  })

  it('stays as it was accepted when more reports have come since', async () => {
    const [choice] = await choicesOf(NORTH)
    if (!choice) throw new Error('There is no choice.')
    await reportAllBinsFull(city.kernel, await registerAccounts(city.kernel, 'resident', 2 * 118 + 4))
    expect((await choicesOf(NORTH))[0]?.of).toBeGreaterThan(choice.of)
    expect(await accept(NORTH, choice)).toBe('made')
    expect((await madeIn(NORTH)).reduce((sum, { reports = 0 }) => sum + reports, 0)).toBe(choice.reports)
  })

  it('is refused in words, and nothing is planned, when the world has moved on', async () => {
    const [north] = await choicesOf(NORTH)
    const [west] = await choicesOf(WEST)
    if (!north || !west) throw new Error('There is no choice.')
    const changed = north.trucks.map((truck) => ({ ...truck, km: truck.km - 1 }))
    expect(await accept(NORTH, { ...north, trucks: changed })).toBe(
      'The route of truck T001 to Ablekuma North has changed. Check the plan again.',
    )
    expect(await accept(NORTH, { ...north, of: 5_000 })).toMatch(
      /^The plan was for 5000 reports, but \d+ are open in Ablekuma North now\. Check the plan again\.$/,
    )
    expect(await accept(NORTH, { ...north, siteId: 'WS009' })).toBe('WS009 is full. Check the plan again.')
    await schedules({ zone: NORTH, vehicleIds: west.trucks.map(({ vehicleId }) => vehicleId) })
    expect(await accept(WEST, west)).toBe('Truck T002 is on another collection. Check the plan again.')
    expect(await madeIn(WEST)).toEqual([])
    // Accepting must fail.
    // It must not return another dispatcher's plan with the same truck.
    expect(await accept(NORTH, north)).toBe('Ablekuma North already has a collection in this cycle, with T002.')
  })

  it.each([['its plan'], ['its first truck']])(
    'is made whole or not at all: a truck is taken after %s',
    async (when) => {
      const [choice] = await choicesOf(NORTH)
      if (!choice) throw new Error('There is no choice.')
      const { store } = city.kernel
      const stream = when === 'its plan' ? /^dispatch-/ : /^vehicle-T001$/
      let isTaken = false
      city.kernel.store = {
        ...store,
        async append(to, revision, events) {
          const appended = await store.append(to, revision, events)
          if (isTaken || !stream.test(to)) return appended
          isTaken = true
          await schedules({ zone: WEST, vehicleIds: ['T003'] })
          return appended
        },
      }
      expect(await accept(NORTH, choice)).toMatch(/Truck T003 is on another collection\. Check the plan again\.$/)
      expect((await standing()).filter(({ zone, status }) => zone === NORTH && status !== 'cancelled')).toEqual([])
      expect(await choicesOf(NORTH)).not.toHaveLength(0)
    },
  )

  it.each([
    ['its plan', 'CollectionScheduled', 1],
    ['its first truck', 'CollectionScheduled', 2],
    ['a truck’s refusal', 'CollectionCancelled', 1],
  ])('is given up by itself where the process stops after %s', async (when, type, nth) => {
    const [choice] = await choicesOf(NORTH)
    if (!choice) throw new Error('There is no choice.')
    const { store } = city.kernel
    let seen = 0
    const dying: typeof store = {
      ...store,
      async append(stream, revision, events) {
        if (events.some((event) => event.type === type) && ++seen === nth) throw new Error('the process stopped')
        const appended = await store.append(stream, revision, events)
        if (when === 'a truck’s refusal' && stream === 'vehicle-T001')
          await scheduleCollection({ ...city.kernel, store }, { zone: WEST, vehicleIds: ['T003'] }, by('d2'))
        return appended
      },
    }
    const kernel = { ...city.kernel, store: dying }
    const { siteId, of, trucks } = choice
    const stopped = scheduleCollection(kernel, { zone: NORTH, accepted: { siteId, of, trucks } }, by('d1'))
    await expect(stopped).rejects.toThrow('the process stopped')
    const [job, ...more] = await outstanding()
    expect(more).toEqual([])
    if (!job) throw new Error('Nothing is outstanding.')
    const send = createInternalCommands(city.kernel)
    for (const commandId of ['job/1', 'job/1', 'job/2']) await send(commandId, job.data)
    expect((await standing()).filter(({ zone, status }) => zone === NORTH && status !== 'cancelled')).toEqual([])
    expect(await outstanding()).toEqual([])
    expect(await choicesOf(NORTH), 'and the zone can be planned again').not.toHaveLength(0)
  })

  it('that was made whole stays, though its answer was lost', async () => {
    const [choice] = await choicesOf(NORTH)
    if (!choice) throw new Error('There is no choice.')
    expect(await accept(NORTH, choice)).toBe('made')
    expect(await outstanding()).toEqual([])
    const vehicleIds = choice.trucks.map(({ vehicleId }) => vehicleId)
    const [{ cycle = 0 } = {}] = (await readAllEvents(city.kernel))
      .filter(({ type }) => type === 'CollectionPlanned')
      .map(({ data }) => data as { cycle: number })
    await createInternalCommands(city.kernel)('job/late', {
      type: 'GiveUpPlan',
      zone: NORTH,
      cycle,
      round: 1,
      vehicleIds,
    })
    expect((await madeIn(NORTH)).map(({ vehicleId }) => vehicleId)).toEqual(vehicleIds.toSorted())
    expect(await readAllEvents(city.kernel)).not.toContainEqual(
      expect.objectContaining({ type: 'CollectionCancelled' }),
    )
  })

  it('is no other plan of the same trucks', async () => {
    const [recommended, , elsewhere] = await choicesOf(NORTH)
    if (!recommended || !elsewhere) throw new Error('There is no choice.')
    expect(elsewhere.siteId).not.toBe(recommended.siteId)
    expect(await accept(NORTH, recommended)).toBe('made')
    expect(await accept(NORTH, elsewhere)).toBe(
      'Ablekuma North already has a collection in this cycle, with T001, T003.',
    )
    expect(await accept(NORTH, recommended)).toBe('made')
  })
})

describe('trucks chosen by hand', () => {
  const made = async () =>
    (await standing()).map(({ vehicle, plan }) => [vehicle.id, plan?.reports, plan?.trips]).sort()

  it('share the reports by the same planner, more than it would send itself', async () => {
    await schedules({ zone: NORTH as Zone, vehicleIds: ['T003', 'T001', 'T002'] })
    const plans = await made()
    expect(plans.map(([id]) => id)).toEqual(['T001', 'T002', 'T003'])
    expect(plans.reduce((reports, [, own]) => reports + Number(own), 0)).toBe(118)
  })

  it('take over what one of them can’t come for', async () => {
    await schedules({ zone: WEST, vehicleIds: ['T003'] })
    await schedules({ zone: NORTH, vehicleIds: ['T001', 'T003', 'T002'] })
    const north = (await made()).filter(([id]) => id !== 'T003')
    expect(north.reduce((reports, [, own]) => reports + Number(own), 0)).toBe(118)
  })
})
