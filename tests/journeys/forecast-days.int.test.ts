/** Tests forecasts over days: nightly runs, scores, corrections, simultaneous requests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createForecastHandlers } from '#command-api/forecasts/routes.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { EventOf, EventType } from '#contract/events.ts'
import { tableNameOf } from '#contract/tables.ts'
import { addDays } from '#domain/city-time.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { createForecastReadHandlers } from '#projections/forecasts/routes.ts'
import { openTestInstallation, type TestInstallation } from '../../demo/fixtures.ts'
import { createFakeTime, createFakeTimeJobs, type FakeTime, type FakeTimeJobs } from '../../demo/fixtures-time.ts'

const TODAY = '2026-03-02'
const ZONE = INITIAL_ZONE_NAMES[0] as string
const at = (day: string, time: string) => `${day}T${time}:00.000Z`

let folder: string
let time: FakeTime
let city: TestInstallation
let jobs: FakeTimeJobs
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  time = createFakeTime(new Date(at(TODAY, '08:00')))
  city = await openTestInstallation(folder, undefined, time.clock)
  jobs = createFakeTimeJobs(city)
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

let commands = 0
async function append<T extends EventType>(stream: string, type: T, data: EventOf<T>['data']) {
  const meta = { commandId: `c${++commands}`, fingerprint: 'f', actor: 'd1' }
  const revision = (await city.kernel.store.readStream(stream)).at(-1)?.revision ?? NO_STREAM_REVISION
  await city.kernel.store.append(stream, revision, [{ id: crypto.randomUUID(), type, data, meta }])
}

/** Appends a load that arrives at the site at noon. */
async function arrive(day: string, tonnes: number) {
  const deliveryId = `DEL-${day}`
  await append(`vehicle-T${day}`, 'TruckDispatched', {
    ...{
      dispatchId: `C-${day}`,
      vehicleId: `T${day}`,
      siteId: 'WS001',
      scheduleIds: [],
      leftIds: [],
      dispatchedBy: 'd1',
    },
    ...{ estimatedArrival: at(day, '12:00'), dispatchedAt: at(day, '11:00') },
    loads: [{ deliveryId, zone: ZONE, reportIds: ['r1'], weight: tonnes * 1_000 }],
  })
  const moved = { deliveryId, movedBy: 'd1', movedAt: at(day, '12:00') }
  await append(`delivery-${deliveryId}`, 'DeliveryMoved', { ...moved, status: 'arrived' })
}

async function leapTo(day: string, hour: string) {
  await time.leap(Date.parse(at(day, hour)))
  await jobs.settle()
  await city.caughtUp()
}

const counted = async (type: EventType, isMeant = (_: { kind?: string }) => true) =>
  (await city.kernel.store.readAll(LOG_START, 100_000)).filter((event) => event.type === type && isMeant(event.data))
    .length

async function nextDay() {
  await city.caughtUp()
  const rows = rowsOf(city.kernel.reads, tableNameOf)
  const answer = await createForecastReadHandlers().nextDay?.({} as never, { rows, now: time.clock(), position: 1 })
  return answer as AnswerOf<'nextDay'>
}

it('foresees, scores and puts right', async () => {
  for (let ago = 40; ago > 0; ago--) await arrive(addDays(TODAY, -ago), 8)
  await jobs.settle()
  const first = await nextDay()
  expect(first).toMatchObject({ status: 'forecast', date: addDays(TODAY, 1), total_waste_tonnes: 8 })
  expect(first.waiting.map(({ district }) => district)).toEqual(INITIAL_ZONE_NAMES.slice(1))
  expect(first.scored.last_30_days.days).toBe(0)

  await leapTo(addDays(TODAY, 1), '12:30')
  await arrive(addDays(TODAY, 1), 10)
  expect((await nextDay()).scored.last_30_days.days).toBe(0)
  await leapTo(addDays(TODAY, 2), '00:31')
  expect((await nextDay()).scored.last_30_days).toMatchObject({ days: 1, error: 20, weekday_mean_error: 20 })

  const deliveryId = `DEL-${addDays(TODAY, 1)}`
  await append(`delivery-${deliveryId}`, 'DeliveryWeighed', {
    ...{ deliveryId, siteId: 'WS001', ticket: 'T-1', gross: 9_000, tare: 1_000, weight: 8_000, before: 10_000 },
    ...{ weighedBy: 'r1', weighedAt: at(addDays(TODAY, 2), '09:00'), recordedAt: at(addDays(TODAY, 2), '09:00') },
  })
  await leapTo(addDays(TODAY, 3), '00:31')
  expect((await nextDay()).scored.last_30_days).toMatchObject({ days: 1, error: 0, coverage: 100 })
  expect(await counted('ForecastScored')).toBe(2)
  expect(await counted('ForecastMade')).toBe(4)
  expect(await counted('NotificationSent', ({ kind }) => kind === 'forecast')).toBe(4)

  const rows = rowsOf(city.kernel.reads, tableNameOf)
  const query = { district: ZONE, days: 30 }
  const answer = await createForecastReadHandlers().forecastHistory?.({ query } as never, {
    rows,
    now: time.clock(),
    position: 1,
  })
  const { history } = answer as AnswerOf<'forecastHistory'>
  expect(history.find(({ date }) => date === addDays(TODAY, 1))).toMatchObject({
    ...{ forecast_tonnes: 8, actual_tonnes: 8, actual_before: 10, estimated_tonnes: 0 },
  })
})

it('is asked for while the night’s is under way without a second one', async () => {
  for (let ago = 40; ago > 0; ago--) await arrive(addDays(TODAY, -ago), 8)
  await jobs.settle()
  const before = await counted('ForecastMade')
  await time.leap(Date.parse(at(addDays(TODAY, 1), '00:45')))
  const click = { principal: { userId: 'r1' }, envelope: { commandId: 'click', fingerprint: 'f', actor: 'r1' } }
  const answer = await createForecastHandlers(city.kernel).refreshForecast?.(click as never)
  expect(answer).toMatchObject({ message: { message: 'A new forecast is being made.' } })
  await jobs.settle()
  await city.caughtUp()
  expect(await counted('ForecastMade')).toBe(before + 1)
  expect(await nextDay()).toMatchObject({ made_on: addDays(TODAY, 1) })
  expect((await nextDay()).requested_at).toBeUndefined()
})

it('is asked for once by clicks at once, and by two processes', async () => {
  for (let ago = 40; ago > 0; ago--) await arrive(addDays(TODAY, -ago), 8)
  await jobs.settle()
  await leapTo(TODAY, '09:00')
  const doors = [createForecastHandlers(city.kernel), createForecastHandlers({ ...city.kernel })]
  const click = (door: (typeof doors)[number], n: number) =>
    door.refreshForecast?.({
      principal: { userId: `r${n}` },
      envelope: { commandId: `click-${n}`, fingerprint: 'f', actor: `r${n}` },
    } as never)
  const answers = await Promise.all([1, 2, 3, 4].map((n) => click(doors[n % 2] as (typeof doors)[number], n)))
  for (const answer of answers) expect(answer).toMatchObject({ message: { message: 'A new forecast is being made.' } })
  expect(await counted('ForecastRequested')).toBe(1)
  expect(await nextDay()).toMatchObject({ requested_at: at(TODAY, '09:00') })
  await jobs.settle()
  const made = await nextDay()
  expect([made.made_at, made.requested_at]).toEqual([at(TODAY, '09:00'), undefined])
  await click(doors[0] as (typeof doors)[number], 5)
  expect(await counted('ForecastRequested')).toBe(1)
})
