/** Runs the read store suite on the MongoDB double, and on any real server. */

import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type TableName, tableNameOf } from '#contract/tables.ts'
import { toPosition } from '#platform/event-store/event-store.ts'
import { startMongoBackings } from '#tests/doubles/mongodb/backings.ts'
import { startMongoDouble } from '#tests/doubles/mongodb/server.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { testReadStore } from '../../tests/conformance/read-store.ts'
import { connectMongo } from '../mongodb.ts'
import { openMongoReadStore } from './mongodb.ts'
import { createTablesLock, type TablesLock } from './mongodb-checkpoints.ts'
import { type TableGeneration, TableMissing } from './read-store.ts'
import { rowsOf } from './rows.ts'

/** Timeout in ms, longer than any test runs. */
const FAR_MS = 3_600_000
const backings = await startMongoBackings('read store')
afterAll(() => Promise.all(backings.map((backing) => backing.stop())))

for (const { name, url } of backings) {
  testReadStore(name, () => openMongoReadStore(url))

  const mark = (position: number) => ({ position: toPosition(position), id: `event-${position}`, at: position })

  it(`has indexes for slices of reports and for notifications of a recipient, in ${name}`, async () => {
    const store = await openMongoReadStore(url)
    const table: TableName = `indexed-${randomUUID()}@1`
    await store.replace(table, [{ id: 'a', position: 3 }])
    const client = await connectMongo(url)
    const fields = (await client.db().collection(`view.${table}`).indexes()).flatMap(({ key }) => Object.keys(key))
    expect(fields).toEqual(
      expect.arrayContaining(['timestamp', 'collectedAt', 'reopenedAt', 'completedAt', 'arrivedAt', 'to']),
    )
    await store.drop(table)
    await Promise.all([store.close(), client.close()])
  })

  it(`RS18 gives the marks of a checkpoint and of the rows ahead of it, in ${name}`, async () => {
    const store = await openMongoReadStore(url)
    const table: TableName = `marked-${randomUUID()}@1`
    expect(await store.marks?.(table)).toEqual([])
    await store.replace(table, [{ id: 'a', position: 3 }], mark(4))
    expect(await store.marks?.(table)).toEqual([mark(4)])
    await store.setCheckpoints(new Map([[table, 4]]), mark(4))
    await store.setCheckpoints(new Map([[table, 2]]), mark(2))
    await store.replace(table, [{ id: 'b', position: 6 }], mark(7))
    await store.replace(table, [{ id: 'c', position: 5 }])
    const marks = await store.marks?.(table)
    expect(marks?.toSorted((one, other) => one.position - other.position)).toEqual([mark(4), { position: 5 }, mark(7)])
    expect(await store.reached(table, 4, FAR_MS)).toEqual(mark(4))
    expect(await store.get(table, ['a', 'b'])).toEqual([
      { id: 'a', position: 3 },
      { id: 'b', position: 6 },
    ])
    await store.drop(table)
    await store.close()
  })

  it(`RS19 answers out of the generation that serves, in every process, in ${name}`, async () => {
    const [store, other] = [await openMongoReadStore(url), await openMongoReadStore(url)]
    const table: TableName = `replaced-${randomUUID()}@1`
    const before = (await store.generation?.()) as TableGeneration
    const next = before.next()
    await store.replace(table, [{ id: 'a', position: 9 }])
    await store.setCheckpoints(new Map([[table, 9]]))
    await next.replace(table, [{ id: 'a', position: 2 }])
    await next.setCheckpoints(new Map([[table, 2]]))
    expect(await store.get(table, ['a'])).toEqual([{ id: 'a', position: 9 }])
    expect(await store.checkpoint(table)).toBe(9)
    expect(await before.tables()).toContain(table)
    await next.serve()
    expect(await other.reached(table, 2, FAR_MS)).toEqual({ position: 2 })
    for (const opened of [store, other]) expect(await opened.get(table, ['a'])).toEqual([{ id: 'a', position: 2 }])
    expect((await other.generation?.())?.number).toBe(next.number)
    await before.serve()
    expect((await other.generation?.())?.number).toBe(next.number)
    await next.dropEarlier()
    expect(await before.tables()).toEqual([])
    expect(await next.tables()).toContain(table)
    await Promise.all([store.close(), other.close()])
  })

  it(`RS20 follows ${name} back to the generation of a database that was put back`, async () => {
    const [store, other] = [await openMongoReadStore(url), await openMongoReadStore(url)]
    const before = (await store.generation?.()) as TableGeneration
    const next = before.next()
    await next.serve()
    await other.ping()
    expect((await other.generation?.())?.number).toBe(next.number)
    const client = await connectMongo(url)
    const checkpoints = client.db().collection<{ _id: string; position: number }>('checkpoints')
    const served = { _id: { $regex: 'serving@1$' } }
    if (before.number === 0) await checkpoints.deleteOne(served)
    else await checkpoints.updateOne(served, { $set: { position: before.number } })
    const table: TableName = `put-back-${randomUUID()}@1`
    await before.replace(table, [{ id: 'a', position: 1 }])
    for (const opened of [store, other]) {
      await opened.ping()
      expect(await opened.get(table, ['a'])).toEqual([{ id: 'a', position: 1 }])
    }
    await before.drop(table)
    await Promise.all([client.close(), store.close(), other.close()])
  })

  it(`RS3 finds more rows than fit in one answer of ${name}`, async () => {
    const store = await openMongoReadStore(url)
    const table: TableName = `many-${randomUUID()}@1`
    const rows = Array.from({ length: 1500 }, (_, n) => ({ id: `row-${n}`, position: n }))
    await store.replace(table, rows)
    expect(await store.find(table, { sort: { position: 1 } })).toEqual(rows)
    await store.drop(table)
    await store.close()
  })

  it(`RS15 does not bring a table back that another process of ${name} has dropped`, async () => {
    const [ours, theirs] = await Promise.all([openMongoReadStore(url), openMongoReadStore(url)])
    const reports = tableNameOf('reports')
    const other: TableName = `other-${randomUUID()}@1`
    await fillTable(ours, 'reports', [{ id: 'u1.1', position: 1 }])
    await ours.setCheckpoints(new Map([[other, 1]]))
    const rows = rowsOf<'reports'>(ours, tableNameOf)
    expect(await rows.count('reports')).toBe(1)
    await theirs.drop(reports)
    await expect(rows.find('reports')).rejects.toThrow(TableMissing)
    await ours.replace(reports, [{ id: 'u2.1', position: 2 }])
    const late = ours.setCheckpoints(
      new Map([
        [other, 2],
        [reports, 2],
      ]),
    )
    await expect(late).rejects.toThrow(TableMissing)
    await expect(rows.find('reports')).rejects.toThrow(TableMissing)
    expect(await ours.checkpoint(reports)).toBeUndefined()
    // The store `ours` dropped the table itself, so it may set a checkpoint for a new table of the same name.
    await ours.drop(reports)
    await ours.setCheckpoints(new Map([[reports, 3]]))
    expect(await rows.find('reports')).toEqual([])
    await Promise.all([ours.drop(reports), ours.drop(other)])
    await Promise.all([ours.close(), theirs.close()])
  })

  it(`RS20 lets one process of ${name} at a time create or drop tables`, async () => {
    const [one, other] = [await openMongoReadStore(url), await openMongoReadStore(url)]
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: string[] = []
    const first = one.exclusively?.(async () => {
      begun.resolve()
      await ended.promise
      order.push('first')
    })
    await begun.promise
    const second = other.exclusively?.(async () => void order.push('second'))
    const failing = one.exclusively?.(async () => {
      throw new Error('failed')
    })
    ended.resolve()
    await Promise.all([first, second, expect(failing).rejects.toThrow('failed')])
    expect(order).toEqual(['first', 'second'])

    const client = await connectMongo(url)
    const locks = client.db().collection<TablesLock>('locks')
    await locks.insertOne({ _id: 'tables', holder: 'a process that was killed', beat: 3 })
    expect(await createTablesLock(locks, 0)(async () => 'goes on')).toBe('goes on')
    expect(await locks.countDocuments()).toBe(0)
    await Promise.all([one.close(), other.close(), client.close()])
  })

  it(`RS16 has the leases of the processes that share ${name}`, async () => {
    const [ours, theirs] = await Promise.all([openMongoReadStore(url), openMongoReadStore(url)])
    const lease = { id: randomUUID(), beat: '1', versions: { reports: 8 } }
    const found = async () => (await theirs.leases?.all())?.filter(({ id }) => id === lease.id)
    await ours.leases?.renew(lease)
    expect(await found()).toEqual([lease])
    await ours.leases?.renew({ ...lease, beat: '2' })
    expect(await found()).toEqual([{ ...lease, beat: '2' }])
    await ours.leases?.end(lease.id)
    expect(await found()).toEqual([])
    await Promise.all([ours.close(), theirs.close()])
  })
}

const WEAK = [
  'readConcernLevel=local&readPreference=secondaryPreferred&w=1&journal=false',
  'READPREFERENCE=secondary&maxStalenessSeconds=120&readPreferenceTags=dc:a&j=false',
]

it.each(['', ...WEAK])('writes to a majority, and reads what it has, with the options ‘%s’', async (options) => {
  const commands: Record<string, unknown>[] = []
  const double = await startMongoDouble({ onCommand: (command) => commands.push(command) })
  const store = await openMongoReadStore(`${double.url}${double.url.includes('?') ? '&' : '?'}${options}`)
  const table: TableName = 'read@1'
  await store.replace(table, [{ id: 'a', position: 1 }])
  await store.setCheckpoints(new Map([[table, 1]]))
  const before = commands.length
  await Promise.all([store.get(table, ['a']), store.find(table), store.count(table)])
  await Promise.all([store.checkpoint(table), store.reached(table, 1, FAR_MS)])
  const reads = commands.slice(before).filter((command) => command.find ?? command.aggregate)
  expect(reads.map(({ readConcern }) => readConcern)).toEqual(Array(5).fill({ level: 'majority' }))
  const preferences = commands.map(({ $readPreference }) => $readPreference).filter(Boolean)
  expect(preferences.filter((preference) => (preference as { mode: string }).mode !== 'primary')).toEqual([])
  const writes = commands.filter((command) => command.update ?? command.insert ?? command.delete)
  expect(writes.length).toBeGreaterThan(0)
  for (const { writeConcern } of writes) expect(writeConcern).toEqual({ w: 'majority', j: true })
  await store.close()
  await double.close()
})
