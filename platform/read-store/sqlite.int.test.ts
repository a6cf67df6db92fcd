/** The read store on SQLite, against the conformance suite, with all, some and none of the rows in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { createLog } from '#platform/logging.ts'
import { reportBacking } from '../testing/backings.ts'
import { readStoreRules } from './conformance.ts'
import { openMemoryReadStore } from './memory.ts'
import type { Filter, Row } from './read-store.ts'
import { openSqliteReadStore } from './sqlite.ts'

reportBacking({ port: 'read store', backing: 'SQLite', ran: 'real' })

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
  readStoreRules(`SQLite with ${name} rows in memory`, () =>
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
        for (const each of [memory, store]) await each.replace('t', [{ ...next, position }])
        const filter = filters[position % filters.length] as Filter
        const query = { filter, sort: { zone: -1, position: 1 } } as const
        expect(await store.find('t', query)).toEqual(await memory.find('t', query))
        expect(await store.get('t', [...'abcdefgh'])).toEqual(await memory.get('t', [...'abcdefgh']))
        expect(await store.count('t', filter)).toBe(await memory.count('t', filter))
      }
      await store.close()
    }),
    { numRuns: 25 },
  )
})

it('throws a damaged file away when it meets the damage, and takes nothing in before it was asked where it stands', async () => {
  const file = path.join(folder, 'met-late.db')
  const open = () => openSqliteReadStore(file, { ...parts, smallBytes: 0, few: -1 })
  const rows: Row[] = ['a', 'b'].map((id, n) => ({ id, position: n + 1 }))
  const before = await open()
  await before.replace('t', rows)
  await before.setCheckpoints(new Map([['t', 2]]))
  await before.close()
  const database = new DatabaseSync(file)
  database.exec(`UPDATE t SET row = replace(row, '"position":2', '"position":3') WHERE id = 'b'`)
  database.close()
  const store = await open()
  expect(await store.get('t', ['a'])).toEqual([rows[0]])
  await expect(store.find('t')).rejects.toThrow('the row b of t is not as it was written')
  await expect(store.replace('t', [{ id: 'c', position: 3 }])).rejects.toThrow('made anew')
  await expect(store.setCheckpoints(new Map([['t', 3]]))).rejects.toThrow('made anew')
  expect(await store.checkpoint('t')).toBeUndefined()
  await store.replace('t', rows)
  expect(await store.find('t')).toEqual(rows)
  await store.close()
})

it('says that it could not write what it has, writes it when it can, and has it meanwhile', async () => {
  const file = path.join(folder, 'not-now.db')
  let fails = true
  const now = async () => {
    if (fails) throw new Error('the log does not answer')
    return '1 a'
  }
  const said: unknown[] = []
  const store = await openSqliteReadStore(file, {
    ...{ ...parts, marks: { ...sameLog, now }, laterMs: 5 },
    log: { warn: () => undefined, error: (entry: unknown) => said.push(entry) } as never,
  })
  await store.replace('t', [{ id: 'a', position: 1, open: true } as Row])
  await expect.poll(() => said.length).toBeGreaterThan(0)
  await expect(store.ping()).rejects.toThrow('the log does not answer')
  expect(await store.find('t', { filter: { open: true } })).toHaveLength(1)
  fails = false
  await expect.poll(() => store.ping().then(() => 'written')).toBe('written')
  await store.close()
})
