/**
 * Tests logs that were rolled back or replaced.
 * Rows are rebuilt, and commands refused meanwhile.
 */

import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import {
  type EventBatch,
  type EventStore,
  LOG_START,
  NO_STREAM_REVISION,
  type StoredEvent,
} from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { logMarkOf } from '#platform/event-store/log-mark.ts'
import { createLog } from '#platform/logging.ts'
import { createCurrentRows } from '#platform/read-store/current-rows.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import { type ReadStore, RowsBehind, type TableGeneration } from '#platform/read-store/read-store.ts'
import { type EventStoreDouble, startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { type MongoDouble, startMongoDouble } from '#tests/doubles/mongodb/server.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { checkProjectionsHealth } from '../admin/health.ts'
import { reportsView } from '../reports/reports-view.ts'
import { zonesView } from '../zones/zones-view.ts'
import { type ProjectionRunner, startProjectionRunner } from './runner.ts'

const zone = 'Ayawaso West'
const at = '2026-03-01T08:00:00.000Z'
const log = createLog('test', 'silent')
const views = [reportsView, zonesView]
const ROWS_BEHIND_MS = 20

let folder: string
let events: EventStoreDouble
let mongo: MongoDouble
let store: EventStore
let reads: ReadStore
/**
 * Tables in the store at the start of the test.
 * They are built from the log that is later replaced.
 */
let first: TableGeneration
const runners: ProjectionRunner[] = []
const gates: PromiseWithResolvers<void>[] = []
const inFolder = (name: string) => path.join(folder, name)

const openServer = async (port?: number) => {
  events = await startEventStoreDouble({ file: inFolder('log'), ...(port && { port }) })
}
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'other-log-'))
  await openServer()
  mongo = await startMongoDouble()
  store = await openEventStoreDb(events.url)
  reads = await openMongoReadStore(mongo.url)
  first = (await reads.generation?.()) as TableGeneration
})
afterEach(async () => {
  for (const gate of gates.splice(0)) gate.resolve()
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await Promise.all([store.close(), reads.close()])
  await Promise.all([events.close(), mongo.close()])
  rmSync(folder, { recursive: true })
})

/**
 * Appends one report per id.
 * All events have equal length, so logs with equally many events end at the same position.
 */
async function report(...ids: string[]): Promise<void> {
  for (const reportId of ids) {
    const told = { reportedCount: 1, total: 82, threshold: 66 }
    const data = { reportId, userId: reportId, zone, sealed: 's', reportedAt: at, told }
    const meta = { commandId: randomUUID(), fingerprint: 'f', actor: reportId }
    await store.append(`bin-${randomUUID()}`, NO_STREAM_REVISION, [
      { id: randomUUID(), type: 'BinReportedFull', data, meta },
    ])
  }
}
function start(of: Partial<{ store: EventStore; reads: ReadStore }> = {}): ProjectionRunner {
  const runner = startProjectionRunner({ store, reads, views, log, retryMs: 5, ...of })
  runners.push(runner)
  return runner
}
function newGate(): PromiseWithResolvers<void> {
  const gate = Promise.withResolvers<void>()
  gates.push(gate)
  return gate
}
async function caughtUp(): Promise<void> {
  const runner = start()
  await runner.ready
  await end(runner)
}
async function end(...some: ProjectionRunner[]): Promise<void> {
  await Promise.all(some.map((runner) => runner.stop()))
}
const copyLog = () => copyFileSync(inFolder('log'), inFolder('copy'))
/** Restarts the event store's server with an earlier copy of its log. */
async function putLogBack(): Promise<void> {
  const port = Number(/:(\d+)/.exec(events.url)?.[1])
  await events.close()
  copyFileSync(inFolder('copy'), inFolder('log'))
  await openServer(port)
}
const shownBy = async ({ rows }: ProjectionRunner) => (await rows.find('reports')).map(({ id }) => id)
const openReports = async ({ rows }: ProjectionRunner) =>
  (await rows.get('zones', [zone])).map((row) => (row as { openReports?: number } | undefined)?.openReports)
/**
 * Returns the report ids that a command would read from the rows for its decision.
 * `rows` may be the current rows of any process.
 */
const decided = async (rows = createCurrentRows(store, reads, ROWS_BEHIND_MS)) =>
  (await (await rows.upToNow('reports')).find('reports')).map(({ id }) => id)

/**
 * Adds the reports `lost` to the log and builds rows that include them.
 * Then restores an older log without these reports.
 */
async function rowsAheadOfLog(lost: string[]): Promise<void> {
  await report('a1', 'a2')
  copyLog()
  await report(...lost)
  const runner = start()
  await runner.ready
  expect(await shownBy(runner)).toEqual(['a1', 'a2', ...lost])
  await end(runner)
  await putLogBack()
}

describe('a start beside rows of a restored log', () => {
  it.each([
    ['nothing new', ['b1', 'b2', 'b3'], []],
    // The log lost one event and got one new event, so both have the same position.
    ['as much new', ['b1'], ['c1']],
    ['less new', ['b1', 'b2', 'b3'], ['c1']],
    ['more new', ['b1'], ['c1', 'c2', 'c3']],
  ])('has what the log has, with %s in it', async (_, lost, fresh) => {
    await rowsAheadOfLog(lost)
    await report(...fresh)
    await expect(decided()).rejects.toThrow(RowsBehind)
    const runner = start()
    await runner.ready
    expect(await shownBy(runner)).toEqual(['a1', 'a2', ...fresh])
    expect(await openReports(runner)).toEqual([2 + fresh.length])
    await report('d1')
    await eventually(async () => expect(await shownBy(runner)).toEqual(['a1', 'a2', ...fresh, 'd1']))
    await eventually(async () => expect(await decided()).toEqual(['a1', 'a2', ...fresh, 'd1']))
  })

  it('notices rows that were written ahead of their checkpoint', async () => {
    await report('a1', 'a2')
    await caughtUp()
    copyLog()
    await report('b1')
    const setCheckpoints = async () => Promise.reject(new Error('died'))
    const dying = { ...reads, generation: async () => ({ ...first, setCheckpoints }) }
    const cut = start({ reads: dying })
    await eventually(async () => expect(await reads.count(tableNameOf('zones'), { openReports: 3 })).toBe(1))
    await end(cut)
    await putLogBack()
    await expect(decided()).rejects.toThrow(RowsBehind)
    await report('c1')
    const runner = start()
    await runner.ready
    expect(await shownBy(runner)).toEqual(['a1', 'a2', 'c1'])
    expect(await openReports(runner)).toEqual([3])
  })

  it('continues with the rows of the same log, also those ahead of their checkpoint', async () => {
    await report('a1')
    await caughtUp()
    await report('a2')
    const last = (await store.readStored(LOG_START, 9)).at(-1) as StoredEvent
    await reads.replace(tableNameOf('reports'), [{ id: 'ahead', position: last.position }], logMarkOf(last))
    const runner = start()
    await runner.ready
    expect((await shownBy(runner)).toSorted()).toEqual(['a1', 'a2', 'ahead'])
  })

  it('is agreed on by two processes, and by the one that comes later', async () => {
    await rowsAheadOfLog(['b1', 'b2'])
    await report('c1')
    const [one, other] = [start(), start({ reads: await openMongoReadStore(mongo.url) })]
    await Promise.all([one.ready, other.ready])
    await report('d1')
    for (const runner of [one, other])
      await eventually(async () => expect(await shownBy(runner)).toEqual(['a1', 'a2', 'c1', 'd1']))
    await end(one, other)
    const third = start()
    await third.ready
    expect(await shownBy(third)).toEqual(['a1', 'a2', 'c1', 'd1'])
    expect((await reads.generation?.())?.number).toBe(1)
    expect(await first.tables()).toEqual([])
  })

  it('is noticed once more, also where the rows were not made again to their end', async () => {
    await rowsAheadOfLog(['b1', 'b2'])
    await report('c1')
    const gate = newGate()
    const follow: EventStore['follow'] = (...given) => pausing(store.follow(...given), gate)
    const cut = start({ store: { ...store, follow } })
    await eventually(async () => expect(await first.next().count(tableNameOf('reports'))).toBe(3))
    gate.resolve()
    await end(cut)
    await putLogBack()
    await report('d1')
    const runner = start()
    await runner.ready
    expect(await shownBy(runner)).toEqual(['a1', 'a2', 'd1'])
  })

  it('takes rows of an earlier version, without a mark, where the log has an event at their position', async () => {
    await report('a1')
    await caughtUp()
    const position = await store.head()
    for (const view of ['reports', 'zones'] as const) {
      await reads.drop(tableNameOf(view))
      await reads.replace(tableNameOf(view), [{ id: 'of before', position }])
      await reads.setCheckpoints(new Map([[tableNameOf(view), position]]))
    }
    const runner = start()
    await runner.ready
    expect(await shownBy(runner)).toEqual(['of before'])
  })
})

/** Yields the given batches once the promise has resolved. */
async function* startingLater(
  batches: AsyncIterable<EventBatch>,
  { promise }: PromiseWithResolvers<void>,
): AsyncIterable<EventBatch> {
  await promise
  yield* batches
}

/**
 * Yields the given batches.
 * Marks no batch as caught up until the promise resolves.
 */
async function* pausing(
  batches: AsyncIterable<EventBatch>,
  { promise: opened }: PromiseWithResolvers<void>,
): AsyncGenerator<EventBatch> {
  let isOpen = false
  opened.then(() => (isOpen = true))
  for await (const batch of batches) {
    if (isOpen || !batch.caughtUp) {
      yield batch
      continue
    }
    yield { ...batch, caughtUp: false }
    await opened
    yield { events: [], caughtUp: true }
  }
}

/**
 * Yields the given batches.
 * On an error, calls `failed` and waits for the promise, then throws the error.
 */
async function* holdingErrors(
  batches: AsyncIterable<EventBatch>,
  { promise: opened }: PromiseWithResolvers<void>,
  failed: () => void,
): AsyncGenerator<EventBatch> {
  try {
    yield* batches
  } catch (error) {
    failed()
    await opened
    throw error
  }
}

it('numbers a restored log equally in every process, also in one that runs when the restore is declared', async () => {
  await report('a1')
  const running = start()
  await running.ready
  expect(running.logNumber()).toBe(0)
  const meta = { commandId: randomUUID(), fingerprint: 'f', actor: 'system' }
  const data = { size: 1, restoredAt: at }
  await store.append('repairs', NO_STREAM_REVISION, [{ id: randomUUID(), type: 'LogRestored', data, meta }])
  await eventually(() => expect(running.logNumber()).not.toBe(0))
  const later = start()
  await later.ready
  expect(later.logNumber()).toBe(running.logNumber())
})

it('applies again what rows lack that were put back under a running process', async () => {
  const port = Number(new URL(mongo.url).port)
  await mongo.close()
  mongo = await startMongoDouble({ port, file: inFolder('rows') })
  await report('a1')
  const runner = start()
  await runner.ready
  await eventually(async () => expect(await reads.checkpoint(tableNameOf('zones'))).toBe(await store.head()))
  copyFileSync(inFolder('rows'), inFolder('earlier rows'))
  await report('b1', 'b2')
  await eventually(async () => expect(await reads.checkpoint(tableNameOf('zones'))).toBe(await store.head()))
  await mongo.close()
  copyFileSync(inFolder('earlier rows'), inFolder('rows'))
  mongo = await startMongoDouble({ port, file: inFolder('rows') })
  await report('c1')
  await eventually(async () => expect(await shownBy(runner)).toEqual(['a1', 'b1', 'b2', 'c1']))
  expect(await openReports(runner)).toEqual([4])
})

it('keeps rows of a new view version that another process has begun', async () => {
  await report('a1', 'a2')
  await caughtUp()
  // A new version's table is missing at first.
  await reads.drop(tableNameOf('zones'))
  const second = await openMongoReadStore(mongo.url)
  // An earlier version of this program has no lock.
  const { exclusively: _, ...earlierVersion } = second
  const [listing, following] = [newGate(), newGate()]
  let lists = 0
  const slow: ReadStore = {
    ...earlierVersion,
    async generation() {
      const found = (await second.generation?.()) as TableGeneration
      const tables = async () => {
        lists += 1
        await listing.promise
        return found.tables()
      }
      return { ...found, tables }
    },
  }
  const follow: EventStore['follow'] = (...given) => startingLater(store.follow(...given), following)
  const late = start({ reads: slow, store: { ...store, follow } })
  await eventually(() => expect(lists).toBe(1))
  const early = start()
  await early.ready
  listing.resolve()
  await eventually(() => expect(lists).toBeGreaterThan(1))
  expect(await openReports(early)).toEqual([2])
  await report('a3')
  await eventually(async () => expect(await reads.checkpoint(tableNameOf('zones'))).toBe(await store.head()))
  following.resolve()
  await late.ready
  for (const runner of [early, late]) await eventually(async () => expect(await openReports(runner)).toEqual([3]))
})

/** Yields the batches up to the end of the log at once, and later ones after the promise has resolved. */
async function* hanging(
  batches: AsyncIterable<EventBatch>,
  { promise }: PromiseWithResolvers<void>,
): AsyncGenerator<EventBatch> {
  let hasCaughtUp = false
  for await (const batch of batches) {
    if (hasCaughtUp && batch.events.length > 0) await promise
    hasCaughtUp ||= batch.caughtUp
    yield batch
  }
}

it('continues no table that was dropped and begun again while its process hung', async () => {
  await report('a1', 'a2')
  const [hung, following] = [newGate(), newGate()]
  const late: EventStore['follow'] = (...given) => startingLater(store.follow(...given), following)
  let follows = 0
  const pausingFirst: EventStore['follow'] = (...given) =>
    follows++ === 0 ? hanging(store.follow(...given), hung) : store.follow(...given)
  const one = start({ store: { ...store, follow: pausingFirst } })
  await one.ready
  await eventually(async () => expect(await reads.checkpoint(tableNameOf('zones'))).toBe(await store.head()))
  await report('a3')
  // A newer version drops the table of a process that renews no lease.
  await reads.drop(tableNameOf('zones'))
  const other = start({ reads: await openMongoReadStore(mongo.url), store: { ...store, follow: late } })
  await eventually(async () => expect(await reads.checkpoint(tableNameOf('zones'))).toBe(LOG_START))
  hung.resolve()
  await eventually(async () => expect(await reads.checkpoint(tableNameOf('zones'))).toBe(await store.head()))
  following.resolve()
  await other.ready
  for (const runner of [one, other]) await eventually(async () => expect(await openReports(runner)).toEqual([3]))
})

it('begins no table that another process is dropping', async () => {
  await report('a1', 'a2')
  await caughtUp()
  // A process died after the first step of a drop: rows are left without a checkpoint.
  await reads.drop(tableNameOf('zones'))
  await reads.replace(tableNameOf('zones'), [{ id: zone, position: await store.head() }])
  const [second, third] = [await openMongoReadStore(mongo.url), await openMongoReadStore(mongo.url)]
  const [dropping, reading, following] = [newGate(), newGate(), newGate()]
  let [drops, begins, waits, blocked] = [0, 0, 0, 0]
  const slow: ReadStore = {
    ...second,
    async generation() {
      const found = (await second.generation?.()) as TableGeneration
      const drop: TableGeneration['drop'] = async (table) => {
        drops += 1
        await dropping.promise
        await found.drop(table)
      }
      const setCheckpoints: TableGeneration['setCheckpoints'] = async (...given) => {
        await found.setCheckpoints(...given)
        begins += 1
      }
      return { ...found, drop, setCheckpoints }
    },
  }
  const { exclusively } = third
  const quick: ReadStore = {
    ...third,
    ...(exclusively && {
      exclusively<T>(work: () => Promise<T>) {
        waits += 1
        return exclusively(work)
      },
    }),
    async generation() {
      const found = (await third.generation?.()) as TableGeneration
      const get: TableGeneration['get'] = async (table, ids) => {
        if (table === tableNameOf('zones') && early.hasCaughtUp()) {
          blocked += 1
          await reading.promise
        }
        return found.get(table, ids)
      }
      return { ...found, get }
    },
  }
  const follow: EventStore['follow'] = (...given) => startingLater(store.follow(...given), following)
  const late = start({ reads: slow, store: { ...store, follow } })
  await eventually(() => expect(drops).toBe(1))
  const early = start({ reads: quick })
  await eventually(() => expect(early.hasCaughtUp() || waits > 0).toBe(true))
  await report('a3')
  await eventually(() => expect(blocked + waits).toBeGreaterThan(0))
  dropping.resolve()
  await eventually(() => expect(begins).toBeGreaterThan(0))
  reading.resolve()
  await early.ready
  following.resolve()
  await late.ready
  for (const runner of [early, late]) await eventually(async () => expect(await openReports(runner)).toEqual([3]))
})

describe('a process that runs while the log is restored', () => {
  /**
   * Starts a runner on a log, then replaces the log by a copy without the reports of `lost`.
   * Reading the new log ends only after the test calls `goOn`.
   */
  async function running(lost: string[], of: { reads?: ReadStore } = {}) {
    await report('a1', 'a2')
    copyLog()
    await report(...lost)
    const gate = newGate()
    let follows = 0
    const follow: EventStore['follow'] = (...given) =>
      follows++ === 0 ? store.follow(...given) : pausing(store.follow(...given), gate)
    const runner = start({ store: { ...store, follow }, ...of })
    await runner.ready
    let replaced = 0
    runner.onOtherLog(() => replaced++)
    return { runner, goOn: gate.resolve, replaced: () => replaced }
  }
  const health = async (runner: ProjectionRunner) => checkProjectionsHealth(runner, 'ok', async () => [])

  it.each([
    ['nothing new', ['b1', 'b2'], []],
    ['as much new', ['b1'], ['c1']],
    ['more new', ['b1'], ['c1', 'c2', 'c3']],
  ])('shows the earlier rows until all are rebuilt, says so, and decides on none, with %s', async (_, lost, fresh) => {
    const { runner, goOn, replaced } = await running(lost)
    const rows = createCurrentRows(store, reads, ROWS_BEHIND_MS)
    await eventually(async () => expect(await decided(rows)).toEqual(['a1', 'a2', ...lost]))
    const position = runner.position()
    await putLogBack()
    await report(...fresh)
    await eventually(() => expect(runner.isOfOtherLog()).toBe(true))
    await eventually(async () => expect(await first.next().count(tableNameOf('reports'))).toBe(2 + fresh.length))
    expect(await shownBy(runner)).toEqual(['a1', 'a2', ...lost])
    expect(runner.position()).toBe(position)
    expect(JSON.stringify(await health(runner))).toContain('rolled back')
    await expect(decided(rows)).rejects.toThrow(RowsBehind)
    expect(replaced()).toBe(0)
    goOn()
    await eventually(() => expect(replaced()).toBe(1))
    expect(await shownBy(runner)).toEqual(['a1', 'a2', ...fresh])
    expect(await openReports(runner)).toEqual([2 + fresh.length])
    expect(runner.position()).toBe(await store.head())
    expect(JSON.stringify(await health(runner))).not.toContain('rolled back')
    await eventually(async () => expect(await decided(rows)).toEqual(['a1', 'a2', ...fresh]))
  })

  it('notifies boards of later events once', async () => {
    const { runner, goOn, replaced } = await running(['b1', 'b2', 'b3'])
    const told: string[] = []
    runner.onChange((view, rows) => told.push(...[...rows.keys()].map((id) => `${view}/${id}`)))
    await putLogBack()
    goOn()
    await eventually(() => expect(replaced()).toBe(1))
    expect(told).toEqual([])
    await report('d1')
    await eventually(() => expect(told).toEqual(['reports/d1', `zones/${zone}`]))
  })

  it('notifies of erasures in the new log while its rows are rebuilt', async () => {
    const meta = { commandId: randomUUID(), fingerprint: 'f', actor: 'a1' }
    const erased = { id: randomUUID(), type: 'AccountErased', data: { userId: 'a1', erasedAt: at }, meta }
    await store.append('account-a1', NO_STREAM_REVISION, [erased])
    const { runner, goOn, replaced } = await running(['b1', 'b2'])
    const told: string[] = []
    runner.onEvents((events) => told.push(...events.map(({ type }) => type)))
    await putLogBack()
    await eventually(() => expect(told).toEqual(['AccountErased']))
    expect(runner.isOfOtherLog()).toBe(true)
    expect(replaced()).toBe(0)
    goOn()
    await eventually(() => expect(replaced()).toBe(1))
    expect(told).toEqual(['AccountErased'])
  })

  it('notifies boards also where another process had rebuilt the rows first', async () => {
    await report('a1', 'a2')
    copyLog()
    await report('b1', 'b2', 'b3')
    const gate = newGate()
    let refusals = 0
    const follow: EventStore['follow'] = (...given) =>
      holdingErrors(store.follow(...given), gate, () => {
        refusals += 1
      })
    const runner = start({ store: { ...store, follow } })
    await runner.ready
    let replaced = 0
    const told: string[] = []
    runner.onOtherLog(() => replaced++)
    runner.onChange((view, rows) => told.push(...[...rows.keys()].map((id) => `${view}/${id}`)))
    await putLogBack()
    await eventually(() => expect(refusals).toBe(1))
    const other = start({ reads: await openMongoReadStore(mongo.url) })
    await other.ready
    gate.resolve()
    await eventually(() => expect(replaced).toBe(1))
    expect(await shownBy(runner)).toEqual(['a1', 'a2'])
    expect(runner.isOfOtherLog()).toBe(false)
    await report('d1')
    await eventually(() => expect(told).toEqual(['reports/d1', `zones/${zone}`]))
    expect([replaced, refusals]).toEqual([1, 1])
  })

  it('has no rows to be read until they are made again, where they are in its memory', async () => {
    const { runner, goOn } = await running(['b1', 'b2'], { reads: openMemoryReadStore() })
    await putLogBack()
    await report('c1')
    await eventually(() => expect(shownBy(runner)).rejects.toThrow(RowsBehind))
    expect(runner.isOfOtherLog()).toBe(true)
    goOn()
    await eventually(async () => expect(await shownBy(runner)).toEqual(['a1', 'a2', 'c1']))
    expect(runner.isOfOtherLog()).toBe(false)
  })
})
