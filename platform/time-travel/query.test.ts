/**
 * Tests queries of the past with every index.
 * The results must equal those of the memory store.
 */
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMemoryReadStore } from '../read-store/memory.ts'
import type { Filter, Query, Row } from '../read-store/read-store.ts'
import { countRowsAt, findRowsAt } from './query.ts'
import { openViewHistory, type ViewHistory } from './view-history.ts'

const HOUR_MS = 60 * 60_000
const timeOf = (hours: number) => new Date(Date.UTC(2026, 2, 4) + hours * HOUR_MS).toISOString()

/**
 * Generates random changes of a report's row.
 * Some fields are indexed; some are missing in a part of the changes.
 */
const change = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  open: fc.option(fc.boolean(), { nil: undefined }),
  zone: fc.constantFrom('north', 'south', null),
  timestamp: fc.option(fc.nat(30).map(timeOf), { nil: undefined }),
  weight: fc.nat(5),
  sequence: fc.constantFrom(7, 12, 99, 100, 1_000_000),
})

const time = fc.nat(30).map(timeOf)
const condition = fc.oneof(
  fc.boolean().map((open): Filter => ({ open })),
  fc.constantFrom<Filter>(
    { open: null },
    { zone: null },
    { zone: 'north' },
    { weight: { $gte: 3 } },
    { zone: { $ne: 'south' } },
  ),
  fc.constantFrom<Filter>({ zone: { $in: ['north', 'south'] } }, { id: { $in: ['a', 'c', 'z'] } }, { id: 'b' }),
  time.map((since): Filter => ({ timestamp: { $gte: since } })),
  time.map((since): Filter => ({ timestamp: { $gt: since } })),
  time.map((until): Filter => ({ timestamp: { $lt: until } })),
  time.map((at): Filter => ({ timestamp: at })),
  fc.constantFrom<Filter>({ sequence: 99 }, { sequence: { $lt: 100 } }, { sequence: { $gte: 12 } }),
)
const filter = fc.oneof(
  fc.constant<Filter>({}),
  condition,
  fc.tuple(condition, condition).map(([a, b]): Filter => ({ ...a, ...b })),
  fc.tuple(condition, condition, condition).map(([a, b, c]): Filter => ({ ...a, $or: [b, c] })),
)
const sort = fc.constantFrom<Query['sort']>(
  undefined,
  { timestamp: -1 },
  { timestamp: 1 },
  { weight: -1 },
  { timestamp: -1, weight: 1 },
  { sequence: -1 },
)
const query: fc.Arbitrary<Query> = fc
  .record({ filter, sort, skip: fc.nat(2), limit: fc.option(fc.nat(4), { nil: undefined }) })
  .map(({ sort, limit, ...rest }) => ({ ...rest, ...(sort && { sort }), ...(limit !== undefined && { limit }) }))

it('finds what the memory store finds', async () => {
  const changes = fc.array(change, { minLength: 1, maxLength: 60 })
  const past = fc.asyncProperty(
    changes,
    fc.array(query, { minLength: 5, maxLength: 5 }),
    fc.nat(),
    fc.nat(3),
    async (rows, queries, chance, many) => {
      const history = openViewHistory(new DatabaseSync(':memory:'), 'reports@1', [
        'open',
        'zone',
        'timestamp',
        'sequence',
      ])
      const position = chance % (rows.length + 2)
      const memory = openMemoryReadStore()
      for (const [index, row] of rows.entries()) {
        const there = { ...row, position: index + 1 }
        history.take(there)
        if (there.position <= position) await memory.replace('reports@1', [there])
      }
      const at = { position, head: rows.length, many }
      for (const asked of queries) {
        expect(findRowsAt(history, asked, at)).toEqual(await memory.find<Row>('reports@1', asked))
        expect(countRowsAt(history, asked.filter ?? {}, at)).toBe(await memory.count('reports@1', asked.filter))
      }
    },
  )
  await fc.assert(past, { numRuns: 150 })
})

/**
 * Finds the newest five reports of `zone` among 600 reports.
 * Returns how many rows the query read and how many index entries it passed.
 */
function costOfNewest(zone: string, zoneOf: (n: number) => string) {
  const history = openViewHistory(new DatabaseSync(':memory:'), 'reports@1', ['zone', 'timestamp'])
  const rows = Array.from({ length: 600 }, (_, n) => ({ id: `r${n}`, zone: zoneOf(n), timestamp: timeOf(n) }))
  for (const [n, row] of rows.entries()) history.take({ ...row, position: n + 1 } as Row)
  const cost = { read: 0, passed: 0 }
  const counted: ViewHistory = {
    ...history,
    rowAt(key, position) {
      cost.read += 1
      return history.rowAt(key, position)
    },
    *down(field, position) {
      for (const found of history.down(field, position)) {
        cost.passed += 1
        yield found
      }
    },
  }
  const found = findRowsAt(
    counted,
    { filter: { zone }, sort: { timestamp: -1 }, limit: 5 },
    { position: 600, head: 600 },
  )
  const newest = rows.filter((row) => row.zone === zone).slice(-5)
  expect(found.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).reverse())
  return cost
}

it('finds the newest few at the cost of those, and not of all that could be they', () => {
  expect(costOfNewest('north', () => 'north')).toEqual({ read: 5, passed: 6 })
})

it('reads only the candidates if the newest few are far apart', () => {
  expect(costOfNewest('south', (n) => (n % 6 === 0 ? 'south' : 'north')).read).toBeLessThan(30)
})

it('passes no more things than it would have rows to read', () => {
  const { read, passed } = costOfNewest('south', (n) => (n < 40 ? 'south' : 'north'))
  expect([read, passed]).toEqual([20 + 40, 21 + 41])
})

it('returns what each event changed, and reads rows after they were closed', () => {
  const database = new DatabaseSync(':memory:')
  const row = (position: number, more: object = {}): Row =>
    ({ id: 'a', position, text: 'x'.repeat(200), ...more }) as Row
  const history = openViewHistory(database, 'reports@1', ['open'])
  for (let position = 1; position <= 40; position++)
    history.take(row(position, { open: position % 2 === 0, n: position }))
  // Open the file again, as after a restart.
  const again = openViewHistory(database, 'reports@1', ['open'])
  again.take(row(41, { open: true }))
  expect(again.changedAt(41)).toEqual([
    { id: 'a', before: row(40, { open: true, n: 40 }), after: row(41, { open: true }) },
  ])
  expect(again.changedAt(1)).toEqual([{ id: 'a', before: undefined, after: row(1, { open: false, n: 1 }) }])
  expect(again.changedAt(42)).toEqual([])
  expect(again.having('open', true, 41, 41, 9)).toHaveLength(1)
  expect(again.having('open', false, 40, 41, 9)).toHaveLength(0)
})
