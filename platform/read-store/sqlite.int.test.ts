/** Runs the read store suite on SQLite, with any share of rows in memory. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { LOG_START, toPosition } from '#platform/event-store/event-store.ts'
import { createLog } from '#platform/logging.ts'
import { testReadStore } from '../../tests/conformance/read-store.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { createCurrentRows } from './current-rows.ts'
import { openMemoryReadStore } from './memory.ts'
import { type Filter, type Row, TableMissing } from './read-store.ts'
import { openSqliteReadStore } from './sqlite.ts'

recordTestBacking({ port: 'read store', backing: 'SQLite', ran: 'real' })

const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

const log = createLog('rows', 'error')
const sameLog = { now: async () => '1 a', holds: async () => true }

const KEPT: [string, Filter | undefined][] = [
  ['all', {}],
  ['the open', { open: true }],
  ['no', undefined],
]
for (const [name, kept] of KEPT) {
  const layoutOf = () => ({ kept, indexed: ['zone', 'fill', 'place.street'] })
  const file = path.join(folder, `${name}.db`)
  testReadStore(`SQLite with ${name} rows in memory`, () =>
    openSqliteReadStore(file, { layoutOf, marks: sameLog, few: -1, log }),
  )
}

const parts = { layoutOf: () => ({ kept: { open: true }, indexed: ['zone'] }), marks: sameLog, log }

it('has what the memory store has, whatever is in memory and whenever it is closed between', async () => {
  const row = fc.record({
    id: fc.constantFrom(...'abcdefgh'),
    zone: fc.constantFrom('north', 'south', null),
    open: fc.boolean(),
  })
  const filters: Filter[] = [{ open: true }, { zone: 'south' }, { open: true, zone: { $ne: 'north' } }, {}]
  const step = fc.oneof({ weight: 5, arbitrary: row }, fc.constant('closed' as const))
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: -1, max: 6 }), async (steps, few) => {
      const file = path.join(folder, `any-${++run}.db`)
      const open = () => openSqliteReadStore(file, { ...parts, few })
      const memory = openMemoryReadStore()
      let store = await open()
      for (const [position, next] of steps.entries()) {
        if (next === 'closed') {
          await store.close()
          store = await open()
          continue
        }
        for (const each of [memory, store]) await each.replace('t@1', [{ ...next, position }])
        const filter = filters[position % filters.length] as Filter
        const query = { filter, sort: { zone: -1, position: 1 } } as const
        expect(await store.find('t@1', query)).toEqual(await memory.find('t@1', query))
        expect(await store.get('t@1', [...'abcdefgh'])).toEqual(await memory.get('t@1', [...'abcdefgh']))
        expect(await store.count('t@1', filter)).toBe(await memory.count('t@1', filter))
      }
      await store.close()
    }),
    { numRuns: 25 },
  )
})

/** Counts how often other work could run while `work` runs. */
async function countTurns<T>(work: () => Promise<T>) {
  let turns = 0
  let isWorking = true
  const other = (async () => {
    for (; isWorking; turns++) await nextTurn()
  })()
  const result = await work()
  isWorking = false
  await other
  return { result, turns }
}

it('lets other work run between the indexes of a table that was just built', async () => {
  const file = path.join(folder, 'indexed.db')
  const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const open = () => openSqliteReadStore(file, { layoutOf: () => ({ indexed: fields }), marks: sameLog, few: -1, log })
  const before = await open()
  const rows = Array.from({ length: 3 }, (_, n) => ({ id: `r${n}`, position: n + 1, a: n }))
  await before.replace('t@1', rows)
  const written = await countTurns(() => before.close())
  expect(written.turns).toBeGreaterThanOrEqual(fields.length)
  const database = new DatabaseSync(file)
  for (const field of fields) database.exec(`DROP INDEX "t@1/${field}"`)
  database.close()
  const store = await open()
  const found = await countTurns(() => store.find('t@1', { filter: { a: 1 } }))
  expect(found.result).toEqual([rows[1]])
  expect(found.turns).toBeGreaterThanOrEqual(fields.length)
  await store.close()
})

it('counts rows that no index finds in pieces, so that other work runs between them', async () => {
  const file = path.join(folder, 'counted.db')
  const table = tableNameOf('reports')
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ id: `r${n}`, position: n + 1, zone: 'north', kind: n % 4 }))
  const before = await openSqliteReadStore(file, { ...parts, few: -1 })
  await before.replace(table, rows)
  await before.setCheckpoints(new Map([[table, 20_000]]))
  await before.close()
  const store = await openSqliteReadStore(file, { ...parts, few: -1 })
  const count = async (filter: Filter) => {
    const { result, turns } = await countTurns(() => store.count(table, filter))
    return { counted: result, turns }
  }
  const { counted, turns } = await count({ kind: 1 })
  expect(counted).toBe(5_000)
  expect(turns).toBeGreaterThan(3)
  expect(await count({ $or: [{ kind: 1 }, { kind: 2 }] })).toMatchObject({ counted: 10_000 })
  expect(await count({ kind: { $in: [2, 3, null] } })).toMatchObject({ counted: 10_000 })
  expect(await count({ zone: 'north' })).toMatchObject({ counted: 20_000 })
  expect(await count({})).toMatchObject({ counted: 20_000 })
  await store.close()
})

it('throws a damaged file away when it meets the damage, and no read ends the refusal to write (RS14)', async () => {
  const file = path.join(folder, 'met-late.db')
  const table = tableNameOf('reports')
  const open = () => openSqliteReadStore(file, { ...parts, smallBytes: 0, few: -1 })
  const rows: Row[] = ['a', 'b'].map((id, n) => ({ id, position: n + 1 }))
  const before = await open()
  await before.replace(table, rows)
  await before.setCheckpoints(new Map([[table, 2]]))
  await before.close()
  const database = new DatabaseSync(file)
  database.exec(`UPDATE "${table}" SET row = replace(row, '"position":2', '"position":3') WHERE id = 'b'`)
  database.close()
  const store = await open()
  expect(await store.get(table, ['a'])).toEqual([rows[0]])
  await expect(store.find(table)).rejects.toThrow(`the row b of ${table} does not match its checksum`)
  const refuses = async () => {
    await expect(store.replace(table, [{ id: 'c', position: 3 }])).rejects.toThrow('Rebuilding')
    await expect(store.setCheckpoints(new Map([[table, 3]]))).rejects.toThrow('Rebuilding')
  }
  await refuses()
  // `upToNow` finds the missing checkpoint while it waits; `find` only after it has read rows.
  const head = (position: number) => ({ head: async () => toPosition(position), readStoredFrom: async () => [] })
  await expect(createCurrentRows(head(3), store, 1).upToNow('reports')).rejects.toThrow(TableMissing)
  const current = await createCurrentRows(head(LOG_START), store).upToNow('reports')
  await expect(current.find('reports')).rejects.toThrow(TableMissing)
  expect(await store.checkpoint(table)).toBeUndefined()
  await refuses()
  store.acknowledgeEmptied?.()
  await store.replace(table, rows)
  expect(await store.find(table)).toEqual(rows)
  await store.close()
})

it('says that it could not write what it has, writes it when it can, and has it meanwhile', async () => {
  const file = path.join(folder, 'not-now.db')
  let fails = false
  const now = async () => {
    if (fails) throw new Error('the log does not answer')
    return '1 a'
  }
  const said: unknown[] = []
  const store = await openSqliteReadStore(file, {
    ...parts,
    few: -1,
    marks: { ...sameLog, now },
    laterMs: 5,
    log: { warn: () => undefined, error: (entry: unknown) => said.push(entry) } as never,
  })
  const rows = ['a', 'b', 'c'].map((id, n) => ({ id, position: n + 1, open: n === 0, zone: 'north' }))
  await store.replace('t@1', rows)
  await store.find('t@1', { filter: { zone: 'north' } })
  fails = true
  const changed = { id: 'b', position: 4, open: false, zone: 'south' }
  await store.replace('t@1', [changed])
  await expect.poll(() => said.length).toBeGreaterThan(0)
  await expect(store.ping()).rejects.toThrow('the log does not answer')
  expect(await store.find('t@1', { filter: { open: true } })).toEqual([rows[0]])
  expect(await store.find('t@1', { sort: { position: -1 }, limit: 2 })).toEqual([changed, rows[2]])
  expect(await store.find('t@1', { filter: { zone: 'north' } })).toEqual([rows[0], rows[2]])
  expect(await store.count('t@1', { zone: 'north' })).toBe(2)
  fails = false
  await expect.poll(() => store.ping().then(() => 'written')).toBe('written')
  await store.close()
})

it('sets a checkpoint with the last of its rows, wherever between its commits it dies', async () => {
  const file = path.join(folder, 'slices.db')
  const store = await openSqliteReadStore(file, parts)
  const all = Array.from({ length: 1_200 }, (_, n): Row => ({ id: `r${n}`, position: n + 1 }))
  await store.replace('t@1', all)
  await store.setCheckpoints(new Map([['t@1', 1_200]]))
  let isClosed = false
  const closing = store.close().then(() => {
    isClosed = true
  })
  const left: string[] = []
  while (!isClosed) {
    const copy = path.join(folder, `left-${left.length}.db`)
    for (const end of ['', '-wal']) copyFileSync(file + end, copy + end)
    left.push(copy)
    await new Promise(setImmediate)
  }
  await closing
  const found: unknown[] = []
  for (const copy of left) {
    const after = await openSqliteReadStore(copy, { ...parts, few: -1 })
    found.push([await after.checkpoint('t@1'), await after.count('t@1')])
    await after.close()
  }
  expect(found).toEqual(
    expect.arrayContaining([
      [undefined, 500],
      [undefined, 1_000],
    ]),
  )
  for (const [checkpoint, count] of found as [number, number][]) if (checkpoint) expect(count).toBe(1_200)
})

it('does not bring a table back that is dropped while it is written', async () => {
  const mark = Promise.withResolvers<string>()
  const marks = { ...sameLog, now: () => mark.promise }
  const store = await openSqliteReadStore(path.join(folder, 'dropped.db'), { ...parts, marks, few: -1 })
  await store.replace('t@1', [{ id: 'a', position: 1 }])
  await store.setCheckpoints(new Map([['t@1', 1]]))
  const reading = store.find('t@1')
  await store.drop('t@1')
  mark.resolve('1 a')
  await reading
  await store.close()
  const after = await openSqliteReadStore(path.join(folder, 'dropped.db'), parts)
  expect(await after.tables()).toEqual([])
  await after.close()
})

it('delays a checkpoint behind too many rows until these are written', async () => {
  const file = path.join(folder, 'many.db')
  const store = await openSqliteReadStore(file, { ...parts, laterMs: 2 ** 30 })
  await store.replace(
    't@1',
    Array.from({ length: 10_001 }, (_, n) => ({ id: `r${n}`, position: n + 1 })),
  )
  await store.setCheckpoints(new Map([['t@1', 10_001]]))
  for (const end of ['', '-wal']) copyFileSync(file + end, path.join(folder, `many-left.db${end}`))
  const left = await openSqliteReadStore(path.join(folder, 'many-left.db'), parts)
  expect([await left.checkpoint('t@1'), await left.count('t@1')]).toEqual([10_001, 10_001])
  await Promise.all([left.close(), store.close()])
})

it('keeps the newer row if an earlier write ends later', async () => {
  const file = path.join(folder, 'overtaken.db')
  const first = Promise.withResolvers<string>()
  const waiting = [first.promise]
  const marks = { ...sameLog, now: async () => waiting.pop() ?? '1 a' }
  const store = await openSqliteReadStore(file, { ...parts, marks, few: -1 })
  await store.replace('t@1', [{ id: 'a', position: 1 }])
  const slow = store.find('t@1')
  await store.replace('t@1', [{ id: 'a', position: 2 }])
  expect(await store.find('t@1')).toEqual([{ id: 'a', position: 2 }])
  first.resolve('1 a')
  expect(await slow).toEqual([{ id: 'a', position: 2 }])
  await store.close()
})

it('closes once what is being written is, and has all of it', async () => {
  const file = path.join(folder, 'closed-while-written.db')
  const error = vi.fn()
  const first = Promise.withResolvers<string>()
  const asked = Promise.withResolvers<void>()
  const now = vi
    .fn(async () => '1 a')
    .mockImplementationOnce(() => {
      asked.resolve()
      return first.promise
    })
  const store = await openSqliteReadStore(file, {
    ...parts,
    marks: { ...sameLog, now },
    laterMs: 0,
    log: { warn: vi.fn(), error },
  })
  const all = Array.from({ length: 2_000 }, (_, n): Row => ({ id: `r${n}`, position: n + 1 }))
  await store.replace('t@1', all)
  await store.setCheckpoints(new Map([['t@1', 2_000]]))
  await asked.promise
  let isClosed = false
  const closed = store.close().then(() => {
    isClosed = true
  })
  // The first store must stay open while a second store opens and closes.
  await (await openSqliteReadStore(path.join(folder, 'closed-meanwhile.db'), parts)).close()
  expect(isClosed).toBe(false)
  first.resolve('1 a')
  await closed
  const after = await openSqliteReadStore(file, parts)
  expect([await after.checkpoint('t@1'), await after.count('t@1')]).toEqual([2_000, 2_000])
  await after.close()
  expect(error).not.toHaveBeenCalled()
})
