/**
 * Tests the memory read store.
 * Indexes must find the same rows as a scan.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { Query as Matcher } from 'mingo'
import { describe, expect, it } from 'vitest'
import { testReadStore } from '../../tests/conformance/read-store.ts'
import { openMemoryReadStore } from './memory.ts'
import { MemoryTable } from './memory-table.ts'
import { createRowComparator } from './order.ts'
import type { Filter, Query, ReadStore, Row } from './read-store.ts'

testReadStore('memory', async () => openMemoryReadStore())

const told = (rows: readonly Row[]) => rows.map(({ id, position }) => `${id}@${position}`).join(' ')

/** Expects that a query returns the same rows and count as a scan of all rows. */
async function sameAsLooking(store: ReadStore, rows: ReadonlyMap<string, Row>, query: Query): Promise<void> {
  const { filter = {}, sort, skip = 0, limit = Number.POSITIVE_INFINITY } = query
  const matching = [...rows.values()].filter((row) => new Matcher<Row>(filter as object).test(row))
  expect(await store.count('t@1', filter)).toBe(matching.length)
  const wanted = matching.sort(createRowComparator(sort)).slice(skip, skip + limit)
  expect(told(await store.find('t@1', query))).toBe(told(wanted))
}

const TIMES = ['2026-01', '2026-02', '2026-03', '2026-04']
const VALUES = [...TIMES, ...TIMES, ...TIMES, 1, 2, 3, true, null, undefined]
const pick = <T>(from: readonly T[], byte = 0) => from[byte % from.length] as T
const bytes = fc.uint8Array({ minLength: 1_500, maxLength: 2_400, size: 'max' })
/**
 * Builds a row from three bytes.
 * There are 450 ids, so some repeat.
 */
const rowOf = ([a = 0, b = 0, c = 0]: Uint8Array) => ({
  id: `r${a + (b % 2) * 200}`,
  at: pick(VALUES, c),
  made: pick(TIMES, b),
  open: a % 8 === 0,
  zone: pick(['a', 'a', 'a', 'b', 'c'], c >> 4),
  // `shade` depends on `made`, so rows sorted by `made` are also grouped by shade.
  shade: pick(TIMES, b) === '2026-04' ? 'dark' : 'light',
})
/**
 * Arrays as field values, which only some rows have.
 * A range filter may match a value inside an array.
 */
const odd = fc.constantFrom(['2026-02'], ['2026-03', 1])
const places = fc.integer({ min: 300, max: 499 }).map(String)
const oddities: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.constant({}),
  fc.dictionary(places, odd, { minKeys: 5, maxKeys: 9 }),
)

const time = fc.constantFrom(...TIMES)
const bound = fc.oneof(time, fc.constantFrom(1, 2))
const range = fc.oneof(
  fc.record({ $gte: time, $lt: time }),
  fc.record({ $gt: bound }),
  fc.record({ $lte: bound }),
  fc.record({ $gt: fc.constant(1), $lt: time }),
)
const condition = fc.oneof(range, fc.constantFrom<unknown>('a', null, { $in: ['a', 'b'] }, { $ne: 'a' }))
const shade = fc.constant({ $ne: 'light' })
const fields = { at: condition, made: range, zone: condition, shade, open: fc.boolean() }
const alternatives = fc.array(fc.record(fields, { requiredKeys: [] }), { minLength: 1, maxLength: 3 })
const sorts: Query['sort'][] = [{}, { at: 1 }, { at: -1 }, { made: 1 }, { made: -1 }, { id: -1 }, { zone: 1, made: -1 }]
const query = fc.record(
  {
    filter: fc.record({ ...fields, $or: alternatives }, { requiredKeys: [] }),
    sort: fc.constantFrom(...sorts),
    skip: fc.constantFrom(0, 3, 200),
    limit: fc.constantFrom(0, 5, 40, 1_000),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Query>

describe('memory read store', () => {
  it('RS4 answers from its indexes what mingo finds by looking at every row', async () => {
    const value = fc.constantFrom<unknown>('x', 'y', 1, 2, true, null, ['x', 1], { y: 1 })
    const row = fc.record({ id: fc.constantFrom(...'abcdefgh'), zone: value, status: value }, { requiredKeys: ['id'] })
    const condition = fc.oneof(value, fc.record({ $in: fc.array(value, { maxLength: 3 }) }), fc.record({ $ne: value }))
    const filter = fc.record({ zone: condition, status: condition }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), fc.array(filter, { minLength: 1 }), async (rows, filters) => {
        const store = openMemoryReadStore()
        const last = new Map<string, Row>()
        for (const [position, fields] of rows.entries()) {
          const next = { ...fields, position }
          last.set(next.id, next)
          await store.replace('t@1', [next])
          const asked = filters[position % filters.length] as Filter
          const expected = [...last.values()].filter((row) => new Matcher<Row>(asked as object).test(row))
          const found = await store.find('t@1', { filter: asked })
          expect(found).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)))
        }
      }),
    )
  })

  it('RS3, RS4 and RS10 answer ranges, orders and counts of many rows as looking at every row does', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, oddities, fc.array(query, { minLength: 5, maxLength: 12 }), async (all, odd, queries) => {
        const store = openMemoryReadStore()
        const last = new Map<string, Row>()
        for (let position = 0; position < all.length / 3; position += 1) {
          const next = { ...rowOf(all.subarray(3 * position)), ...(position in odd && { at: odd[position] }), position }
          last.set(next.id, next)
          await store.replace('t@1', [next])
          // Sometimes query between writes.
          // An index created by a query must include later rows.
          const asked = position % 100 === 99 ? queries[Math.floor(position / 100) % queries.length] : undefined
          if (asked) await sameAsLooking(store, last, asked)
        }
        for (const asked of queries) await sameAsLooking(store, last, asked)
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })

  it('RS3, RS4 and RS10 answer the same from indexes that are built while rows change', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, oddities, fc.array(query, { minLength: 5, maxLength: 12 }), async (all, odd, queries) => {
        const store = openMemoryReadStore(100)
        const last = new Map<string, Row>()
        const running: Promise<unknown>[] = []
        for (let position = 0; position < all.length / 3; position += 1) {
          const next = { ...rowOf(all.subarray(3 * position)), ...(position in odd && { at: odd[position] }), position }
          last.set(next.id, next)
          await store.replace('t@1', [next])
          const asked = position % 50 === 49 ? queries[Math.floor(position / 50) % queries.length] : undefined
          if (asked) running.push(store.find('t@1', asked), store.count('t@1', asked.filter))
          if (position % 25 === 0) await nextTurn()
        }
        await Promise.all(running)
        for (const asked of queries) await sameAsLooking(store, last, asked)
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })

  it('leaves rows out of an index that were removed while it was built', async () => {
    const table = new MemoryTable(100)
    for (let n = 0; n < 1_000; n += 1) table.replace({ id: `r${n}`, position: n, at: n } as Row)
    const found = table.query((rows) => rows.find({ filter: { at: { $gte: 0 } }, unsorted: true }))
    table.remove('r999')
    await nextTurn()
    table.remove('r0')
    table.remove('r998')
    expect(await found).toHaveLength(997)
    expect(table.count({ at: { $gte: 990 } })).toBe(8)
  })

  it('lets other work run while it builds an index of a large table', async () => {
    let isRead = 0
    const rows = Array.from({ length: 5_000 }, (_, n) => ({
      id: `r${n}`,
      position: n,
      get at() {
        isRead += 1
        return n
      },
    }))
    const store = openMemoryReadStore()
    await store.replace('t@1', rows)
    const found = store.find('t@1', { filter: { at: { $gte: 4_990 } }, unsorted: true })
    let [most, turns] = [0, 0]
    for (let before = -1; before !== isRead; turns += 1) {
      before = isRead
      await nextTurn()
      most = Math.max(most, isRead - before)
    }
    expect(await found).toHaveLength(10)
    expect(turns).toBeGreaterThan(20)
    expect(most, 'values read in one piece').toBeLessThan(10_000)
  })

  it('RS4 looks only at rows that an index finds for one of the alternatives', async () => {
    let looked = 0
    const rows = Array.from({ length: 2_000 }, (_, n) => ({
      id: `r${n}`,
      position: n,
      open: n % 500 === 0,
      get at() {
        looked += 1
        return n
      },
    }))
    const store = openMemoryReadStore()
    await store.replace('t@1', rows)
    const filter = { $or: [{ open: true }, { at: { $gte: 1_990 } }] }
    expect(await store.count('t@1', filter), 'creates the indexes').toBe(14)
    looked = 0
    expect(await store.find('t@1', { filter })).toHaveLength(14)
    expect(looked).toBeLessThan(200)
  })

  it('RS3 gives the same page whether it keeps the best or sorts everything', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => ({ id: `r${n}`, position: n, fill: (n * 7919) % 101 }))
    const store = openMemoryReadStore()
    await store.replace('t@1', rows)
    const all = await store.find('t@1', { sort: { fill: -1, position: 1 } })
    expect(await store.find('t@1', { sort: { fill: -1, position: 1 }, skip: 120, limit: 50 })).toEqual(
      all.slice(120, 170),
    )
  })

  it('RS4 finds in ranges and orders of what most rows share no row that does not share it', async () => {
    const rows = Array.from({ length: 4_000 }, (_, n) => ({
      id: `r${n}`,
      position: 1,
      standing: n % 4 !== 0,
      zone: n % 8 <= 1 ? 'a' : 'b',
      at: n,
      other: 4_000 - n,
    }))
    const store = openMemoryReadStore()
    await store.replace('t@1', rows)
    const standing = rows.filter((row) => row.standing && row.at >= 100)
    const inA = { standing: true, zone: 'a', at: { $gte: 100 } }
    const expected = standing.filter(({ zone }) => zone === 'a').length
    expect([await store.count('t@1', inA), (await store.find('t@1', { filter: inA })).length]).toEqual([
      expected,
      expected,
    ])
    const filter = { standing: true, at: { $gte: 100 } }
    const page = await store.find<(typeof rows)[0]>('t@1', { filter, sort: { other: 1 }, limit: 20 })
    expect(page.map(({ id }) => id)).toEqual(
      standing
        .toReversed()
        .slice(0, 20)
        .map(({ id }) => id),
    )
  })
})
