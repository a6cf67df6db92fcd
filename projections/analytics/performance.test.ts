/** Tests that the cached figures of days equal a full count, after any sequence of events. */

import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { listLastLocalDays } from '#domain/city-time.ts'
import { dayStartIsoOf } from '#domain/wall-clock.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import {
  accountErased,
  configurationChanged,
  createCall,
  NOW,
  openProjectionsFixture,
  reportCollected,
  zone,
} from '../queries/fixtures.ts'
import { memoryLayoutOf } from '../queries/memory-layout.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { createFuelAnalyticsReadHandlers } from './fuel.ts'
import { createDayCache } from './performance.ts'

type City = Awaited<ReturnType<typeof openProjectionsFixture>>
type Reads = ReturnType<typeof createFuelAnalyticsReadHandlers>

const cities: City[] = []
afterEach(() => Promise.all(cities.splice(0).map((city) => city.close())))
async function opened(): Promise<City> {
  const city = await openProjectionsFixture()
  cities.push(city)
  return city
}

const DAY_MS = 24 * 60 * 60_000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()

async function performance(city: City, reads: Reads, period: string) {
  const call = createCall<'fuelAnalytics'>('d1', 'dispatcher', { query: { period } })
  const answer = await reads.fuelAnalytics?.(call, presentSnapshotOf(city.reading))
  if (!answer || !('summary' in answer)) throw new Error('no answer')
  const { performance, before, simulated } = answer
  return { ...performance, before: before.performance, simulated }
}

/**
 * Computes performance figures day by day from all reports.
 * The test compares them with the day cache.
 */
async function counted(city: City, period: number) {
  const { rows } = city.reading.runner
  const all = await rows.find<ReportRow>('reports', { filter: { replaced: false } })
  const timeZone = await timeZoneOf(rows)
  const begins = listLastLocalDays(timeZone, NOW, 2 * period).map(
    (date) => [date, dayStartIsoOf(timeZone, date)] as const,
  )
  function within(from: number, to: number) {
    const [first = '', end = '9'] = [begins[from]?.[1], begins[to]?.[1]]
    const at = (time?: string) => time !== undefined && time >= first && time < end
    const ended = all.filter((row) => at(row.collectedAt))
    const waits = ended.map((row) => (Date.parse(row.collectedAt ?? '') - Date.parse(row.timestamp)) / 3_600_000)
    const sorted = waits.sort((a, b) => a - b)
    const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
    const median = middle.reduce((sum, wait) => sum + wait, 0) / middle.length
    const reports = all.filter((row) => at(row.timestamp))
    const reopened = all.filter((row) => at(row.reopenedAt))
    const simulated = [...reports, ...ended, ...reopened].some((row) => row.simulated)
    const disputed = reopened.filter((row) => row.disputed).length
    const medianHours = sorted.length > 0 ? Number(median.toFixed(2)) : null
    return { figures: { reports: reports.length, collected: ended.length, disputed, medianHours }, simulated }
  }
  const now = within(period, 2 * period)
  const days = begins.slice(period).map(([date], n) => ({ date, ...within(period + n, period + n + 1).figures }))
  const simulated = now.simulated ? (true as const) : undefined
  return { ...now.figures, days, before: within(0, period).figures, simulated }
}

/**
 * Generates random reports.
 * Some are collected, made twice, undone or disputed.
 */
function history(city: City, random: () => number) {
  const bins = new Map<string, { number: number; reportedAt: string; collectedAt?: string }>()
  const between = (from: string, to: string) =>
    new Date(Date.parse(from) + random() * (Date.parse(to) - Date.parse(from))).toISOString()

  return async function next(): Promise<Event[]> {
    const userId = `u${Math.floor(random() * 12)}`
    const bin = bins.get(userId)
    const what = random()
    if (what < 0.03) return [accountErased(userId)]
    if (what < 0.06) return [movedTo(what < 0.045 ? 'Pacific/Auckland' : 'Africa/Accra')]
    if (!bin || (bin.collectedAt && what < 0.5)) {
      const reportedAt = between(bin?.collectedAt ?? ago(30), random() < 0.5 ? NOW.toISOString() : ago(14))
      const number = (bin?.number ?? 0) + 1
      bins.set(userId, { number, reportedAt })
      return [await city.reported(`${userId}.${number}`, userId, { reportedAt })]
    }
    const id = `${userId}.${bin.number}`
    if (!bin.collectedAt || what < 0.6) {
      bin.collectedAt = between(bin.reportedAt, bin.collectedAt ?? NOW.toISOString())
      return [what % 0.1 < 0.05 ? reportCollected(id, userId, bin.collectedAt) : dispatched(id, bin.collectedAt)]
    }
    const { reportedAt, collectedAt } = bin
    const reopenedAt = between(collectedAt, NOW.toISOString())
    const reason = what < 0.8 ? 'not-collected' : 'mistake'
    bin.number += 1
    delete bin.collectedAt
    const reopened = { reportId: `${userId}.${bin.number}`, previousId: id, userId, zone, sealed: 'x', reportedAt }
    return [{ type: 'ReportReopened', data: { ...reopened, collectedAt, reason, reopenedBy: 'd1', reopenedAt } }]
  }
}

const movedTo = (timeZone: string) => configurationChanged({ city: { ...DEFAULT_CONFIGURATION.city, timeZone } })

const dispatched = (reportId: string, dispatchedAt: string): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `COL-${reportId}`,
    vehicleId: 'T1',
    siteId: 's1',
    scheduleIds: [],
    leftIds: [],
    loads: [{ deliveryId: `D-${reportId}`, zone, reportIds: [reportId], weight: 525 }],
    estimatedArrival: dispatchedAt,
    dispatchedBy: 'd2',
    dispatchedAt,
  },
})

/** Random number from 0 to 1, uniformly distributed. */
const chance = fc.integer({ min: 0, max: 9_999 }).map((drawn) => drawn / 10_000)
const chances = fc.noBias(fc.array(chance, { minLength: 150, maxLength: 200, size: 'max' }))

it('lets nobody wait less than no time where the clock was set back', async () => {
  const city = await opened()
  const hour = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString()
  await city.happened(
    await city.reported('u1.1', 'u1', { reportedAt: hour(-1) }),
    reportCollected('u1.1', 'u1', hour(-3)),
  )
  expect((await performance(city, createFuelAnalyticsReadHandlers(city.reading), '7')).medianHours).toBe(0)
})

it('equal a full count after any history', async () => {
  let all = 0
  const property = fc.asyncProperty(chances, async (drawn) => {
    const left = [...drawn]
    const random = () => left.pop() ?? 0.5
    const city = await opened()
    const [keeping, past] = [createFuelAnalyticsReadHandlers(city.reading), createFuelAnalyticsReadHandlers({})]
    const next = history(city, random)
    while (left.length > 0) {
      await city.happened(...(await next()))
      const period = random() < 0.7 ? '7' : '30'
      const expected = await counted(city, Number(period))
      expect(await performance(city, keeping, period)).toEqual(expected)
      if (random() < 0.1) expect(await performance(city, past, period)).toEqual(expected)
      all += expected.collected + expected.disputed
    }
  })
  await fc.assert(property, { numRuns: 8 })
  expect(all).toBeGreaterThan(300)
})

it('does not cache days that changed while they were counted', async () => {
  const city = await opened()
  const { rows } = city.reading.runner
  const daysOf = createDayCache(city.reading.runner)
  const [found, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowly: Rows = {
    ...rows,
    async find<R extends Row>(...asked: Parameters<Rows['find']>) {
      const all = await rows.find<R>(...asked)
      found.resolve()
      await goOn.promise
      return all
    },
  }
  const today = listLastLocalDays('Africa/Accra', NOW, 1)
  const reportsIn = async (rows: Rows) => (await daysOf(rows, today, 'Africa/Accra')).map(({ reports }) => reports)
  const before = reportsIn(slowly)
  await found.promise
  await city.happened(await city.reported('r1', 'u1'))
  goOn.resolve()
  expect(await before).toEqual([0])
  expect(await reportsIn(rows)).toEqual([1])
})

it('counts again after the rows of another log have replaced all rows', async () => {
  const [before, after] = [await opened(), await opened()]
  await before.happened(await before.reported('r1', 'u1'))
  let replace = () => {}
  const onOtherLog = (listener: () => void) => {
    replace = listener
  }
  const daysOf = createDayCache({ ...before.reading.runner, onOtherLog })
  const today = listLastLocalDays('Africa/Accra', NOW, 1)
  const reportsIn = async ({ reading }: City) =>
    (await daysOf(reading.runner.rows, today, 'Africa/Accra')).map(({ reports }) => reports)
  expect(await reportsIn(before)).toEqual([1])
  replace()
  expect(await reportsIn(after)).toEqual([0])
})

it('reads reports only by times that have an index, because each slice is a query of its own', async () => {
  const city = await opened()
  const find = vi.spyOn(city.reading.runner.rows, 'find')
  await performance(city, createFuelAnalyticsReadHandlers(city.reading), '90')
  const { indexed } = memoryLayoutOf('reports')
  const times = find.mock.calls
    .filter(([view]) => view === 'reports')
    .flatMap(([, query]) => Object.keys(query?.filter ?? {}).filter((field) => field !== 'replaced'))
  expect(new Set(times)).toEqual(new Set(['timestamp', 'collectedAt', 'reopenedAt']))
  for (const field of new Set(times)) expect(indexed).toContain(field)
})

it('reads many reports in slices of days', async () => {
  const city = await opened()
  const sample = await city.reported('r', 'u1')
  const made = Array.from({ length: 12_000 }, (_, n) => ({
    ...sample,
    data: { ...sample.data, reportId: `r${n}`, reportedAt: ago(n / 100) },
  }))
  await city.happened(...made)
  const find = vi.spyOn(city.reading.runner.rows, 'find')
  const read = await performance(city, createFuelAnalyticsReadHandlers(city.reading), '90')
  expect(read.reports + read.before.reports).toBe(12_000)
  const found = await Promise.all(find.mock.results.map(({ value }) => value as Promise<object[]>))
  expect(Math.max(...found.map(({ length }) => length))).toBeLessThan(5_000)
})
