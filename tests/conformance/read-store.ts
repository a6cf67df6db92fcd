/** Conformance suite of the read store port, run on every store. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableName } from '#contract/tables.ts'
import type { Filter, ReadStore, Row } from '../../platform/read-store/read-store.ts'

let made = 0
/** A waiting time in ms that is longer than any test. */
const FAR_MS = 3_600_000
/**
 * Returns an unused table name.
 * Some stores still have rows of earlier runs.
 */
const freshTable = (): TableName => `t${process.pid}-${Date.now().toString(36)}-${++made}@1`

interface Bin extends Row {
  zone?: string | null
  fill?: number | null
  open?: boolean
  place?: { street: string }
}

const BINS: Bin[] = [
  { id: 'a', position: 1, zone: 'north', fill: 30, open: true, place: { street: 'Elm' } },
  { id: 'b', position: 2, zone: 'south', fill: 90, open: false, place: { street: 'Oak' } },
  { id: 'c', position: 3, zone: 'north', fill: 90, open: true, place: { street: 'Oak' } },
  { id: 'd', position: 4, zone: null, fill: null, open: false },
  { id: 'e', position: 5 },
]

/**
 * Registers the conformance suite of a read store.
 * After a store was closed, `open` opens the same data again.
 */
export function testReadStore(backing: string, open: () => Promise<ReadStore>): void {
  describe(`read store rules on ${backing}`, () => {
    let store: ReadStore
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store.close())

    async function filled(rows: Row[] = BINS): Promise<TableName> {
      const table = freshTable()
      await store.replace(table, rows)
      return table
    }
    const ids = (rows: readonly Row[]) => rows.map((row) => row.id).join('')

    it('RS1 replaces whole rows by id', async () => {
      const table = await filled()
      await store.replace(table, [{ id: 'a', position: 9 }])
      expect(await store.get(table, ['a'])).toEqual([{ id: 'a', position: 9 }])
      expect(await store.count(table, { zone: 'north' })).toBe(1)
      await store.replace(table, [])
      expect(await store.count(table)).toBe(5)
    })

    it('RS1 stores keys that people choose, also those that a database uses itself', async () => {
      const details = { _bsontype: 'ObjectId', $ref: 'a', $id: 'b', $set: { x: 1 }, '~a': 2, 'a.b': 3, 'a\0b': 4 }
      const row = { id: 'a', position: 1, details, trucks: [{ _bsontype: { _bsontype: 1 }, constructor: 2 }] }
      const plain = { id: 'b', position: 1, details: { '~a': 1 } }
      const table = await filled([row, plain])
      expect(await store.get(table, ['a', 'b'])).toEqual([row, plain])
      expect(await store.find(table, { filter: { id: 'a' } })).toEqual([row])
    })

    it('RS2 never replaces a row by one with a lower or equal position', async () => {
      const table = await filled()
      const late: Bin[] = [
        { id: 'c', position: 2, zone: 'late' },
        { id: 'b', position: 2, zone: 'late' },
      ]
      await store.replace(table, late)
      expect(await store.count(table, { zone: 'late' })).toBe(0)
      await store.replace(
        table,
        [8, 6, 7].map((position) => ({ id: 'a', position })),
      )
      expect(await store.get(table, ['a'])).toEqual([{ id: 'a', position: 8 }])
    })

    it('RS2 holds when several writers meet on rows that are not there yet', async () => {
      const table = freshTable()
      const writers = [3, 9, 1, 7, 5].map((position) =>
        store.replace(
          table,
          ['x', 'y', 'z'].map((id) => ({ id, position })),
        ),
      )
      await Promise.all(writers)
      expect((await store.find(table)).map((row) => row.position)).toEqual([9, 9, 9])
    })

    it('RS3 finds in the order asked, after skip, at most limit, ties by id', async () => {
      const table = await filled([...BINS].reverse())
      expect(ids(await store.find(table))).toBe('abcde')
      expect(ids(await store.find(table, { sort: { fill: -1 } }))).toBe('bcade')
      expect(ids(await store.find(table, { sort: { fill: 1 } }))).toBe('deabc')
      expect(ids(await store.find(table, { sort: { fill: -1, zone: 1 } }))).toBe('cbade')
      expect(ids(await store.find(table, { sort: { 'place.street': -1, position: -1 } }))).toBe('cbaed')
      expect(ids(await store.find(table, { sort: { position: -1 }, skip: 1, limit: 2 }))).toBe('dc')
      const unsorted = await store.find(table, { filter: { zone: 'north' }, unsorted: true })
      expect(ids(unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1)))).toBe('ac')
      expect(await store.find(table, { skip: 5 })).toEqual([])
      expect(await store.find(table, { limit: 0 })).toEqual([])
      expect(await store.find(freshTable())).toEqual([])
    })

    it.each<[Filter, string]>([
      [{ zone: 'north' }, 'ac'],
      [{ zone: 'north', open: true, fill: 90 }, 'c'],
      [{ zone: null }, 'de'],
      [{ id: 'b' }, 'b'],
      [{ id: { $in: ['e', 'a', 'nobody'] } }, 'ae'],
      [{ zone: { $in: ['south', null] } }, 'bde'],
      [{ zone: { $in: [] } }, ''],
      [{ zone: { $ne: 'north' } }, 'bde'],
      [{ fill: { $gt: 30 } }, 'bc'],
      [{ fill: { $gte: 30 } }, 'abc'],
      [{ fill: { $lt: 90 } }, 'a'],
      [{ fill: { $lte: 90 } }, 'abc'],
      [{ position: { $gt: 1, $lt: 4 } }, 'bc'],
      [{ zone: { $gt: 'north' } }, 'b'],
      [{ 'place.street': 'Oak' }, 'bc'],
      [{ $or: [{ zone: 'south' }, { fill: { $lt: 50 } }] }, 'ab'],
      [{ open: true, $or: [{ zone: 'south' }, { 'place.street': 'Oak' }] }, 'c'],
      [{}, 'abcde'],
    ])('RS4 and RS10 find and count rows by %j', async (filter, expected) => {
      const table = await filled()
      expect(ids(await store.find(table, { filter }))).toBe(expected)
      expect(await store.count(table, filter)).toBe(expected.length)
    })

    it('RS4 follows a row from one value to another', async () => {
      const table = await filled()
      expect(ids(await store.find(table, { filter: { zone: 'north', open: true } }))).toBe('ac')
      await store.replace(table, [
        { ...BINS[0], position: 11, zone: 'south' } as Bin,
        { id: 'f', position: 12, zone: 'north', open: true } as Bin,
      ])
      expect(ids(await store.find(table, { filter: { zone: 'north', open: true } }))).toBe('cf')
      expect(ids(await store.find(table, { filter: { zone: 'south' } }))).toBe('ab')
    })

    it('RS5 gets rows in the order of the ids asked', async () => {
      const table = await filled()
      const rows = await store.get(table, ['c', 'nobody', 'a', 'c'])
      expect(rows).toEqual([BINS[2], undefined, BINS[0], BINS[2]])
      expect(await store.get(table, [])).toEqual([])
      expect(await store.get(freshTable(), ['a'])).toEqual([undefined])
    })

    it('RS6 never changes a row that was given out', async () => {
      const table = await filled()
      const [before] = await store.get<Bin>(table, ['a'])
      const found = await store.find<Bin>(table, { filter: { id: 'a' } })
      await store.replace(table, [{ id: 'a', position: 20 }])
      expect(before).toEqual(BINS[0])
      expect(found).toEqual([BINS[0]])
    })

    it('RS7 keeps a checkpoint that never goes back', async () => {
      const table = freshTable()
      expect(await store.checkpoint(table)).toBeUndefined()
      await store.setCheckpoints(new Map([[table, 0]]))
      expect(await store.checkpoint(table)).toBe(0)
      await store.setCheckpoints(new Map([[table, 2 ** 40]]))
      await store.setCheckpoints(new Map([[table, 7]]))
      expect(await store.checkpoint(table)).toBe(2 ** 40)
      await store.setCheckpoints(new Map())
    })

    it('RS7 sets those of several tables at once, each by itself, though several writers meet', async () => {
      const tables = [freshTable(), freshTable(), freshTable()]
      const set = (position: number) => store.setCheckpoints(new Map(tables.map((table, n) => [table, position + n])))
      await Promise.all([3, 9, 1, 7].map(set))
      expect(await Promise.all(tables.map((table) => store.checkpoint(table)))).toEqual([9, 10, 11])
    })

    it('RS13 waits until a checkpoint is far enough, and no longer than asked', async () => {
      const [table, other] = [freshTable(), freshTable()]
      expect(await store.reached(table, -1, 0)).toBeDefined()
      expect(await store.reached(table, 5, 30)).toBeUndefined()
      const [near, far, late] = [5, 7, 8].map((position) =>
        store.reached(table, position, position === 8 ? 300 : FAR_MS),
      )
      await store.setCheckpoints(new Map([[other, 100]]))
      await store.setCheckpoints(new Map([[table, 5]]))
      expect(await near).toEqual({ position: 5 })
      await store.setCheckpoints(new Map([[table, 7]]))
      expect(await far).toEqual({ position: 7 })
      expect(await store.reached(table, 6, FAR_MS)).toEqual({ position: 7 })
      expect(await late).toBeUndefined()
      // This caller waits for position 10 as soon as its wait for position 9 ends.
      const twice = store.reached(table, 9, FAR_MS).then(() => store.reached(table, 10, FAR_MS))
      await store.setCheckpoints(new Map([[table, 9]]))
      await store.setCheckpoints(new Map([[table, 10]]))
      expect(await twice).toEqual({ position: 10 })
    })

    it('RS8 and RS9 drop a table with its checkpoint and name those that are left', async () => {
      const [kept, dropped, onlyCheckpoint] = [await filled(), await filled(), freshTable()]
      await store.setCheckpoints(new Map([kept, dropped, onlyCheckpoint].map((table) => [table, 5])))
      expect(await store.tables()).toEqual(expect.arrayContaining([kept, dropped, onlyCheckpoint]))
      expect(await store.find(dropped)).toEqual(await store.get(dropped, [...'abcde']))
      await store.drop(dropped)
      await store.drop(onlyCheckpoint)
      await store.drop(freshTable())
      const left = await store.tables()
      expect(left).toContain(kept)
      expect(left).not.toContain(dropped)
      expect(left).not.toContain(onlyCheckpoint)
      expect(await store.count(dropped)).toBe(0)
      expect(await store.get(dropped, ['a'])).toEqual([undefined])
      expect(await store.checkpoint(dropped)).toBeUndefined()
      expect(await store.count(kept)).toBe(5)
      await store.replace(dropped, [{ id: 'a', position: 0 }])
      expect(await store.count(dropped)).toBe(1)
    })

    it('RS11 gives back deeply equal rows', async () => {
      const row = {
        id: 'naïve id / 袋 🗑',
        position: Number.MAX_SAFE_INTEGER,
        text: 'Zürich “袋” 🗑️ \u0000 \u202e \ud83d\ude00',
        nested: { list: [1, -0.5, null, 'x', { deep: [[], {}] }], 'a-b': true },
        none: null,
        smallest: Number.MIN_SAFE_INTEGER,
      }
      const table = await filled([row])
      expect(await store.get(table, [row.id])).toEqual([row])
      expect(await store.find(table, { filter: { text: row.text } })).toEqual([row])
    })

    it('RS12 shows rows to the next instance when, and only when, it is durable', async () => {
      const table = await filled()
      await store.setCheckpoints(new Map([[table, 5]]))
      await store.ping()
      await store.close()
      store = await open()
      expect(await store.find(table)).toEqual(store.durable ? BINS : [])
      expect(await store.checkpoint(table)).toBe(store.durable ? 5 : undefined)
      await store.ping()
    })
  })
}
