/**
 * Tests sites' daily intake in many time zones.
 * Each load counts on one city day.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import type { Delivery } from '#contract/views.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { Query } from '#platform/read-store/read-store.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { readArrivedDeliveries } from '../queries/arrivals.ts'
import type { DeliveryRow } from '../schedules/deliveries-view.ts'
import { groupIntakeByDay } from './intake.ts'
import { materialStatementOf } from './statement.ts'

const ZONES = [
  'Africa/Accra',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Asia/Kathmandu',
  'Europe/London',
  'America/St_Johns',
]
const period = { from: '2026-03-01', to: '2026-03-31' }

const load = fc.record(
  {
    at: fc.integer({ min: Date.UTC(2026, 1, 26), max: Date.UTC(2026, 3, 4) }),
    weight: fc.integer({ min: 1, max: 900_00 }).map((hundredths) => hundredths / 100),
    estimated: fc.boolean(),
    known: fc.boolean(),
    site: fc.constantFrom('WS001', 'closed'),
    zone: fc.constantFrom('Ablekuma North', 'a closed zone'),
  },
  { requiredKeys: ['at', 'estimated', 'known', 'site', 'zone'] },
)
type Load = typeof load extends fc.Arbitrary<infer L> ? L : never

const rowOf = ({ at, weight, estimated, known, site, zone }: Load, n: number): DeliveryRow => {
  const arrivedAt = new Date(at).toISOString()
  return {
    id: `D${n}`,
    position: n + 1,
    truckId: 'T1',
    facilityId: site,
    zone,
    estimatedArrival: arrivedAt,
    status: 'arrived',
    underWay: false,
    estimated,
    reportsCount: 1,
    createdAt: arrivedAt,
    arrivedAt,
    ...(weight !== undefined && { weight }),
    ...(known && { composition: { plastic: 33.33, organic: 66.67 } }),
    day: arrivedAt.slice(0, 10),
  }
}

async function read(loads: readonly Load[], timeZone: string) {
  const reads = openMemoryReadStore()
  await fillTable(reads, 'deliveries', loads.map(rowOf))
  await fillTable(reads, 'configuration', [{ id: 'configuration', position: 1, city: { timeZone } } as never])
  const rows = rowsOf(reads, tableNameOf)
  return (asked: Parameters<typeof readArrivedDeliveries>[1]) => readArrivedDeliveries<DeliveryRow>(rows, asked)
}
/** Returns the city's day of a time by JavaScript's own Intl, to check the product's calculation. */
const dayThere = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

it('reads a busy month in slices of few thousand deliveries', async () => {
  const found: number[] = []
  const rows = {
    get: async () => [],
    find: async (_: string, { filter }: Query = {}) => {
      const { $in = [] } = (filter?.day ?? {}) as { $in?: string[] }
      const slice = $in.flatMap((day) =>
        Array.from({ length: 900 }, () => ({ day, arrivedAt: `${day}T12:00:00.000Z` })),
      )
      found.push(slice.length)
      return slice as never
    },
  }
  const arrived = await readArrivedDeliveries<DeliveryRow>(rows, { from: '2026-03-01', to: '2026-03-31' })
  expect(arrived).toHaveLength(31 * 900)
  expect(Math.max(...found)).toBeLessThanOrEqual(2_000)
  expect(found.length).toBeLessThan(25)
})

it('reads five years in slices, each load once, and lets others have their turn between them', async () => {
  const dayOf = (n: number) => new Date(Date.UTC(2022, 0, 1 + n)).toISOString().slice(0, 10)
  const days = Array.from({ length: 1_830 }, (_, n) => dayOf(n))
  const slices: string[] = []
  let turns = 0
  let isOver = false
  const countTurns = () => {
    turns += 1
    if (!isOver) setImmediate(countTurns)
  }
  const rows = {
    get: async () => [],
    find: async (_: string, { filter }: Query = {}) => {
      const { $in = [] } = (filter?.day ?? {}) as { $in?: string[] }
      slices.push(...$in)
      expect($in.length).toBeLessThanOrEqual(45)
      return $in.map((day) => ({ day, arrivedAt: `${day}T12:00:00.000Z` })) as never
    },
  }
  setImmediate(countTurns)
  const arrived = await readArrivedDeliveries<DeliveryRow>(rows, { from: dayOf(0), to: dayOf(1_829) })
  isOver = true
  expect(arrived.map(({ day }) => day)).toEqual(days)
  expect(slices).toEqual([dayOf(-1), ...days, dayOf(1_830)])
  expect(turns).toBeGreaterThanOrEqual(20)
})

describe('a month', () => {
  it('holds the loads of its days there, in any time zone, and its days sum to it', () =>
    fc.assert(
      fc.asyncProperty(fc.array(load, { maxLength: 30 }), fc.constantFrom(...ZONES), async (loads, timeZone) => {
        const arrived = await (await read(loads, timeZone))(period)
        const there = loads.filter(({ at }) => {
          const day = dayThere(timeZone, at)
          return day >= period.from && day <= period.to
        })
        expect(arrived).toHaveLength(there.length)
        for (const by of ['site', 'zone'] as const) {
          const days = groupIntakeByDay(arrived, timeZone, by)
          expect(sum(days.map((day) => day.loads))).toBe(there.length)
          expect(sum(days.map(({ kg }) => kg))).toBeCloseTo(sum(there.map(({ weight = 0 }) => weight)), 1)
          expect(new Set(days.map(({ date }) => date))).toEqual(new Set(there.map(({ at }) => dayThere(timeZone, at))))
        }
        const told = materialStatementOf({ period, arrived, weighed: [], names: new Map() })
        expect(told.measured_kg + told.estimated_kg).toBeCloseTo(told.kg, 1)
        expect(sum(Object.values(told.materials)) + told.unknown_kg).toBeCloseTo(told.kg, 1)
        expect(sum(told.by_site.map(({ loads: of }) => of))).toBe(told.loads)
        expect(sum(told.by_zone.map(({ loads: of }) => of))).toBe(told.loads)
        if (told.by_material.length) expect(sum(told.by_material.map(({ percent }) => percent))).toBeCloseTo(100, 6)
        const [one] = told.by_site
        if (one) expect(one.name).toBe(one.site_id)
      }),
      { numRuns: 120 },
    ))

  it('covers one site if requested', async () => {
    const at = Date.UTC(2026, 2, 5)
    const of = (site: string) =>
      ({ at, estimated: true, known: false, site, zone: 'Ablekuma North', weight: 600 }) as Load
    const asked = await read([of('WS001'), of('closed')], 'Africa/Accra')
    expect((await asked({ ...period, site_id: 'closed' })).map(({ facilityId }) => facilityId)).toEqual(['closed'])
  })
})

describe('the statement of a month', () => {
  const loads: Delivery[] = [
    {
      ...rowOf(
        { at: Date.UTC(2026, 2, 5), estimated: true, known: true, site: 'WS001', zone: 'Ablekuma North', weight: 600 },
        1,
      ),
    },
    {
      ...rowOf(
        { at: Date.UTC(2026, 2, 6), estimated: false, known: true, site: 'WS001', zone: 'Ablekuma North', weight: 400 },
        2,
      ),
    },
    { ...rowOf({ at: Date.UTC(2026, 2, 7), estimated: true, known: false, site: 'WS001', zone: 'Ablekuma North' }, 3) },
  ]
  const told = (arrived: readonly Delivery[]) => materialStatementOf({ period, arrived, weighed: [], names: new Map() })

  it('gives what was weighed no range, and what was estimated that of its estimate', () => {
    const { co2_avoided: some } = told(loads).impact
    expect(some.low).toBeLessThan(some.value)
    expect(some.high).toBeGreaterThan(some.value)
    const { co2_avoided: exact } = told(loads.slice(1, 2)).impact
    expect([exact.low, exact.high]).toEqual([exact.value, exact.value])
    expect(told(loads)).toMatchObject({ loads: 3, kg: 1_000, measured_kg: 400, estimated_kg: 600, unknown_kg: 0 })
  })

  it('changes with a weighing after its end, and counts what is still disputed', () => {
    const [first, ...others] = loads as [Delivery, ...Delivery[]]
    const corrected = [{ ...first, weight: 700, estimated: false, estimatedWeight: 600 }, ...others]
    expect(told(corrected)).toMatchObject({ kg: 1_100, measured_kg: 1_100, estimated_kg: 0, disputed_loads: 0 })
    const dispute = { status: 'open', disputedAt: '2026-04-02T00:00:00.000Z' } as const
    expect(told([{ ...first, dispute }, ...others]).disputed_loads).toBe(1)
  })
})
