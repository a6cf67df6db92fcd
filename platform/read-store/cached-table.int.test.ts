/**
 * Tests a table that caches rows of a file in memory.
 * Memory and file must agree.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CachedTable } from './cached-table.ts'
import type { Row } from './read-store.ts'
import { openRowsFile, type RowsFile, type RowsFileTable } from './rows-file.ts'

let folder: string
let file: RowsFile
/** Ids of the rows that the tested table has read from the file. */
let read: string[]
/**
 * Called by `writeOut` before it writes rows to the file.
 * Tests replace it to change rows during a write.
 */
let meanwhile = () => {}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-kept-'))
  file = openRowsFile(path.join(folder, 'rows.db'), () => [])
  read = []
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

interface Bin extends Row {
  open?: boolean
}

function openTable(few: number) {
  async function writeOut(): Promise<void> {
    const rows = [...table.unwritten().values()]
    meanwhile()
    meanwhile = () => {}
    file.write({ rows: new Map([['t', rows]]), checkpoints: new Map(), mark: undefined })
    table.written(rows)
  }
  const noting = (disk: RowsFileTable): RowsFileTable => ({
    ...disk,
    get(id) {
      read.push(id)
      return disk.get(id)
    },
  })
  const disk = () => {
    const there = file.table('t')
    return there && noting(there)
  }
  const lately = new LRUCache<string, { row: Row | null }>({ max: 1 })
  const table = new CachedTable({ name: 't', kept: { open: true }, few, lately, writeOut, disk })
  const replace = (...rows: Bin[]) => {
    for (const row of rows) table.replace(row)
  }
  return { table, replace, writeOut }
}

it('frees memory of rows that the file has', async () => {
  const { table, replace, writeOut } = openTable(-1)
  replace({ id: 'a', position: 1, open: true }, { id: 'b', position: 2, open: true }, { id: 'c', position: 3 })
  await writeOut()
  replace({ id: 'a', position: 4, open: false })
  await writeOut()
  read = []
  expect(['b', 'c', 'a', 'c'].map((id) => table.get(id)?.position)).toEqual([2, 3, 4, 3])
  expect(read, 'the last one that was read or written is known').toEqual(['c', 'a', 'c'])
})

it('has all of a small table in memory once it was asked for, and no longer when it has grown', async () => {
  const { table, replace, writeOut } = openTable(2)
  replace({ id: 'a', position: 1 })
  await writeOut()
  table.get('a')
  expect(await table.find({})).toHaveLength(1)
  replace({ id: 'a', position: 2 })
  await writeOut()
  read = []
  expect(table.get('a')).toEqual({ id: 'a', position: 2 })
  expect(read).toEqual([])
  replace({ id: 'b', position: 3 }, { id: 'c', position: 4, open: true })
  await writeOut()
  expect(table.get('a')).toEqual({ id: 'a', position: 2 })
  expect(table.get('c')).toEqual({ id: 'c', position: 4, open: true })
  expect(read).toEqual(['a'])
  expect(await table.count()).toBe(3)
})

it('loads a table in pieces, has what changed meanwhile, and lets others have their turn', async () => {
  const { table, replace, writeOut } = openTable(10_000)
  const id = (n: number) => String(n).padStart(5, '0')
  replace(...Array.from({ length: 1_800 }, (_, n) => ({ id: id(n), position: n + 1 })))
  await writeOut()
  const both = [table.find({}), table.count()]
  let turns = 0
  let isLoading = true
  const others = (async () => {
    while (isLoading) {
      await new Promise(setImmediate)
      turns += 1
      // Each step changes two rows, one already read and one not yet read, and adds a new row.
      // Every second step writes the changes to the file at once.
      replace({ id: id(turns), position: 10_000 + turns }, { id: id(1_790 - turns), position: 20_000 + turns })
      replace({ id: `new ${turns}`, position: 30_000 + turns })
      if (turns % 2) await writeOut()
    }
  })()
  const [found] = (await Promise.all(both)) as [Row[], number]
  isLoading = false
  await others
  expect(turns).toBeGreaterThan(3)
  expect(new Set(found.map((row) => row.id)).size).toBe(found.length)
  const rows = new Map((await table.find({})).map((row) => [row.id, row.position]))
  expect(rows.size).toBe(1_800 + turns)
  for (let turn = 1; turn <= turns; turn += 1)
    expect([id(turn), id(1_790 - turn), `new ${turn}`].map((key) => rows.get(key))).toEqual(
      [10_000, 20_000, 30_000].map((position) => position + turn),
    )
})

it('does not take for written what changed while it was being written', async () => {
  const { table, replace } = openTable(10)
  replace({ id: 'a', position: 1 })
  meanwhile = () => replace({ id: 'a', position: 2 })
  expect(await table.find({})).toEqual([{ id: 'a', position: 2 }])
  expect(table.get('a')).toEqual({ id: 'a', position: 2 })
  expect([...table.unwritten().values()]).toEqual([{ id: 'a', position: 2 }])
})

it('makes a table again that was made in a commit which came to nothing', () => {
  const write = (row: object) =>
    file.write({ checkpoints: new Map(), mark: undefined, rows: new Map([['t', [row as Row]]]) })
  expect(() => write({ id: 'a', position: 1, count: 1n })).toThrow('BigInt')
  expect(file.table('t')).toBeUndefined()
  write({ id: 'a', position: 1 })
  expect(file.table('t')?.get('a')).toEqual({ id: 'a', position: 1 })
})

it('copies its write-ahead log to the file in small parts', () => {
  const note = 'x'.repeat(2_000)
  for (let commit = 0; commit < 40; commit++) {
    const rows = Array.from({ length: 100 }, (_, n) => ({ id: `${commit}-${n}`, position: commit, note }))
    file.write({ rows: new Map([['t', rows]]), checkpoints: new Map(), mark: undefined })
  }
  const walMb = statSync(path.join(folder, 'rows.db-wal')).size / 2 ** 20
  expect(walMb).toBeLessThan(2)
})
