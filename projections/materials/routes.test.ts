/** Tests the public data on materials: its files, their days, and the recyclers' statements. */

import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { FileAnswer } from '#contract/endpoints.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { emptyTables, fillTable } from '#tests/fixtures/fill-table.ts'
import { createCall, NOW } from '../queries/fixtures.ts'
import type { DeliveryRow } from '../schedules/deliveries-view.ts'
import { createMaterialReadHandlers, createOpenDataReader, hasTooFewReports } from './routes.ts'

const TODAY = NOW.toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

function load(n: number, arrivedAt: string, more: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    id: `DEL-T9-${n}-AN`,
    position: n,
    truckId: 'T9',
    facilityId: 'WS001',
    zone: 'Ablekuma North',
    status: 'arrived',
    underWay: false,
    estimated: true,
    weight: 600,
    reportsCount: 6,
    estimatedArrival: arrivedAt,
    createdAt: arrivedAt,
    arrivedAt,
    day: arrivedAt.slice(0, 10),
    ...more,
  }
}

async function open(...loads: DeliveryRow[]) {
  const reads = openMemoryReadStore()
  await emptyTables(reads)
  await fillTable(reads, 'deliveries', loads)
  await fillTable(reads, 'sites', [{ id: 'WS001', position: 1, name: '@North' } as never])
  const snapshot = { rows: rowsOf(reads, tableNameOf), now: NOW, position: 1 }
  const { openDaily, statement, statementCsv } = createMaterialReadHandlers()
  const linesOf = async (answer: FileAnswer | Rejection | undefined) => {
    if (!answer || isRejection(answer)) throw new Error('no file')
    const { content } = answer
    const all = typeof content === 'string' ? content : await text(content as AsyncIterable<string>)
    return all.replace('\uFEFF', '').trimEnd().split('\r\n')
  }
  const ask = (query: object = {}) =>
    openDaily?.({ ...createCall('', 'resident'), query, address: '192.0.2.1' }, snapshot)
  return {
    ask,
    daily: async (query?: object) => (await linesOf(await ask(query))).slice(1),
    statement: (query: object) =>
      statement?.({ ...createCall('r1', 'recycler'), query } as unknown as Parameters<typeof statement>[0], snapshot),
    table: async (query: object) =>
      linesOf(
        await statementCsv?.(
          { ...createCall('r1', 'recycler'), query } as unknown as Parameters<typeof statementCsv>[0],
          snapshot,
        ),
      ),
  }
}

// Tests the open data.
// They are cached per minute, limited per network, and omit days with few reports.
const READ_AT = new Date('2026-03-04T12:00:30.000Z')

describe('the open data', () => {
  it('are of the last 365 days that are over where nobody says otherwise, or up to the day that is named', async () => {
    const { daily } = await open(...[1, 365, 366].map((days, n) => load(n + 1, daysAgo(days))))
    expect((await daily()).map((line) => line.slice(0, 10))).toEqual(
      [daysAgo(365), daysAgo(1)].map((at) => at.slice(0, 10)),
    )
    expect(await daily({ to: daysAgo(2).slice(0, 10) })).toHaveLength(2)
    expect(await daily({ from: daysAgo(1).slice(0, 10) })).toHaveLength(1)
  })
  it('omit the unfinished day for every reader', async () => {
    const { daily } = await open(load(1, daysAgo(0)))
    for (const query of [{}, { to: TODAY }, { from: TODAY, to: TODAY }, { to: '2030-01-01' }])
      expect(await daily(query)).toEqual([])
  })
  it.each([{ from: '2021-02-24' }, { from: '2026-03-05' }, { to: '0000-01-01' }])(
    'refuse a period with an open end that makes it too long, or none: %o',
    async (query) => expect(await (await open()).ask(query)).toMatchObject({ rejected: 'bad-request' }),
  )
  it('leave out days of few households, and whatever is of one load', async () => {
    const disputed = { composition: { glass: 100 }, dispute: { status: 'open', disputedAt: daysAgo(0) } } as const
    const { daily } = await open(
      load(1, daysAgo(1), { zone: '=1+1', ...disputed }),
      load(2, daysAgo(2), { reportsCount: 4 }),
    )
    expect(await daily()).toEqual([`${daysAgo(1).slice(0, 10)},'=1+1,1,0.6,0,0.6,0,0,0.6,0,0,0,0,0,`])
  })
  it('are refused a network that asks too often', async () => {
    const { ask } = await open()
    for (let n = 0; n < 30; n++) expect(await ask()).toMatchObject({ name: expect.stringMatching(/^daily-/) })
    expect(await ask()).toMatchObject({ rejected: 'too-many' })
  })

  it('is computed once for simultaneous requests, and again in the next minute', async () => {
    const { once } = createOpenDataReader()
    let made = 0
    const make = async () => `made ${++made}`
    const ask = (period = 'a', now = READ_AT) => once(period, now, make)
    expect(new Set(await Promise.all(Array.from({ length: 500 }, () => ask())))).toEqual(new Set(['made 1']))
    expect(await ask('b')).toBe('made 2')
    expect(await ask('a', new Date('2026-03-04T12:01:00.000Z'))).toBe('made 3')
  })
  it('caches no failure, and only a few periods', async () => {
    const { once } = createOpenDataReader()
    const failing = once('a', READ_AT, () => Promise.reject(new Error('the store is away')))
    await expect(failing).rejects.toThrow('the store is away')
    expect(await once('a', READ_AT, async () => 'made')).toBe('made')
    let made = 0
    for (let n = 0; n < 100; n += 1) await once(`${n}`, READ_AT, async () => `${++made}`)
    expect(await once('0', READ_AT, async () => 'made anew')).toBe('made anew')
  })
  it('is limited to thirty times a minute per network', async () => {
    const { count } = createOpenDataReader()
    const burst = await Promise.all(Array.from({ length: 100 }, () => count('192.0.2.1')))
    expect(burst.filter((one) => one === undefined)).toHaveLength(30)
    expect(burst.at(-1)).toMatchObject({ rejected: 'too-many', retryAfter: expect.any(Number) })
    expect(burst.at(-1)?.retryAfter).toBeGreaterThan(0)
    expect(await count('192.0.2.2')).toBeUndefined()
  })
  it('leaves out a day of so few reports that they tell of households, and none of loads without any', () => {
    expect([1, 4, 5, 0].map((reportsCount) => hasTooFewReports({ reportsCount }))).toEqual([true, true, false, false])
  })
})

describe('a statement', () => {
  const period = { from: TODAY, to: TODAY }
  const weighing = { ticket: '1', gross: 9_000, tare: 8_100, weighedAt: daysAgo(0) }
  const weighed = { weight: 900, estimated: false, estimatedWeight: 600 }

  it('learns from what scales said in the 180 days before its end, of all sites', async () => {
    const all = Array.from({ length: 20 }, (_, n) =>
      load(n + 1, daysAgo(n * 9), { ...weighed, weighing, facilityId: 'WS002' }),
    )
    const { statement } = await open(...all)
    expect(await statement({ ...period, site_id: 'WS001' })).toMatchObject({
      loads: 0,
      estimate: { weighed_loads: 20, from: 'weighings', low: 1.5, high: 1.5 },
    })
    const older = await open(...all.slice(1), load(21, daysAgo(181), { ...weighed, weighing }))
    expect(await older.statement(period)).toMatchObject({ estimate: { weighed_loads: 19, from: 'rule' } })
  })
  it('learns nothing from a weight that nobody weighed', async () => {
    const told = await open(...Array.from({ length: 20 }, (_, n) => load(n + 1, daysAgo(n), weighed)))
    expect(await told.statement(period)).toMatchObject({ estimate: { weighed_loads: 0 } })
  })
  it('is a table of sites by day, whose names are no formulas', async () => {
    const { table } = await open(load(1, daysAgo(0)), load(2, daysAgo(0)), load(3, daysAgo(1)))
    const [, ...lines] = await table(period)
    expect(lines).toEqual([`${TODAY},WS001,'@North,2,1.2,0,1.2,0,0,0,0,0,0,0,1.2,`])
  })
})
