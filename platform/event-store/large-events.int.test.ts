/**
 * Tests that events of any size take limited memory.
 * Long streams must be read once.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEventStoreDouble } from '../../tests/doubles/eventstoredb/server.ts'
import { createAuditHistory } from '../audit-log/history.ts'
import { countCommonEvents } from '../backup/verify-log.ts'
import { createLogProver } from '../proof/prover.ts'
import { LOG_START, type LoggedEvent, type NewEvent, NO_STREAM_REVISION, WrongExpectedRevision } from './event-store.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { openLargeDataFile } from './large-data.ts'
import { LONG_STREAM_EVENTS, openSqliteEventStore, STREAM_SLICE_EVENTS } from './sqlite.ts'
import { openEventLogFile } from './sqlite-file.ts'

/**
 * Length of a test event in characters.
 * It exceeds a batch and is an eighth of the cache.
 */
const LARGE_CHARS = 1024 * 1024
const COUNT = 20
const STREAM = 'zone-z1'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'large-events-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fileIn = (name: string) => path.join(folder, name)
const largeEvent = (n: number, chars = LARGE_CHARS): NewEvent => ({
  ...{ id: crypto.randomUUID(), type: 'ZoneDrawn', data: { n, text: String(n % 10).repeat(chars) } },
  meta: { commandId: `c${n}`, fingerprint: 'f', actor: 'u1' },
})

async function openWithLargeEvents(count = COUNT) {
  const store = openSqliteEventStore(fileIn('log.db'))
  for (let n = 0; n < count; n++) await store.append(STREAM, n - 1, [largeEvent(n)])
  return store
}

it('large data is read again when it is needed, and a little of it stays in memory', async () => {
  const store = await openWithLargeEvents()
  const appended = await store.readStream(STREAM)
  const followed = await store.readAll(LOG_START, COUNT)
  await store.close()
  const again = openSqliteEventStore(fileIn('log.db'))
  const read = await again.readStream(STREAM)
  const [first, last] = [read[0]?.data, read.at(-1)?.data]
  expect(read.map(({ data }) => data)).toEqual(Array.from({ length: COUNT }, (_, n) => largeEvent(n).data))
  // Later events displaced the first event's data from the cache.
  expect(read[0]?.data).not.toBe(first)
  expect(last).toEqual(largeEvent(COUNT - 1).data)
  await again.close()
  for (const events of [appended, followed]) expect(() => events[0]?.data).toThrow('The log could not be read')
})

it('large data of EventStoreDB is read again from a file, and a little of it stays in memory', async () => {
  const double = await startEventStoreDouble()
  const store = await openEventStoreDb(double.url, { folder })
  // The server takes at most 1 MiB of data per append.
  const sent = Array.from({ length: 2 * COUNT }, (_, n) => largeEvent(n, LARGE_CHARS / 2))
  for (const [n, event] of sent.entries()) await store.append(STREAM, n - 1, [event], { unread: true })
  const other = await openEventStoreDb(double.url, { folder })
  for (const events of [await store.known?.(STREAM), await store.readStream(STREAM), await other.readStream(STREAM)]) {
    expect(events).toHaveLength(sent.length)
    const first = events?.[0]?.data
    expect(events?.map(({ data }) => data)).toEqual(sent.map(({ data }) => data))
    // Later events displaced the first event's data from the cache.
    expect(events?.[0]?.data).not.toBe(first)
  }
  // The folder is empty, because each file was unlinked as soon as it was opened.
  expect(readdirSync(folder)).toEqual([])
  await Promise.all([store.close(), other.close()])
  await double.close()
})

it('large data stays in memory if its file cannot be written, and small data always does', () => {
  const kept = openLargeDataFile('/dev/null/folder')
  const logged = (data: object) =>
    ({ ...largeEvent(1), stream: STREAM, revision: 0, position: 1, at: 1, data }) as LoggedEvent
  for (const event of [logged(largeEvent(1).data), logged({ n: 1 })]) expect(kept.lean(event)).toBe(event)
  kept.close()
})

it('an event has its own data when another was rolled back at its position', () => {
  const log = openEventLogFile(fileIn('log.db'))
  const [rolledBack, stored] = [largeEvent(1), largeEvent(2)]
  const fail = () => {
    expect(log.insert(STREAM, 0, rolledBack, 0).data).toEqual(rolledBack.data)
    throw new Error('database or disk is full')
  }
  expect(() => log.inTransaction(fail)).toThrow()
  log.inTransaction(() => log.insert(STREAM, 0, stored, 0))
  expect(log.stream(STREAM).map(({ data }) => data)).toEqual([stored.data])
  log.close()
})

it('stored events are read in parts of a limited size, and everyone reads all parts', async () => {
  const store = await openWithLargeEvents()
  expect(await store.readStored(LOG_START, COUNT)).toHaveLength(2)
  const vault = { installationKey: async (name: string) => createHash('sha256').update(name).digest() }
  const prover = createLogProver({ store, vault, dataDir: folder })
  expect(await prover.checkpoint()).toMatchObject({ size: COUNT })
  prover.close()
  const history = createAuditHistory({ store, dataDir: folder })
  for (let preparing = true; preparing; ) preparing = (await history.catchUp(60_000)) !== undefined
  const { events } = history.page({}, {}, COUNT)
  expect(events).toHaveLength(COUNT)
  expect(await history.stored(events)).toHaveLength(COUNT)
  await history.close()
  await store.close()
})

it('two logs are compared in parts', async () => {
  await (await openWithLargeEvents(5)).close()
  cpSync(fileIn('log.db'), fileIn('other.db'))
  const [one, other] = ['log.db', 'other.db'].map((name) => openSqliteEventStore(fileIn(name)))
  if (!one || !other) throw new Error('no store')
  expect(await countCommonEvents(one, other)).toBe(5)
  await one.append(STREAM, 4, [largeEvent(5)])
  await other.append(STREAM, 4, [largeEvent(6)])
  expect(await countCommonEvents(one, other)).toBe(5)
  await Promise.all([one.close(), other.close()])
})

it('a stream with more events than the cache is read once', async () => {
  const store = openSqliteEventStore(fileIn('log.db'), undefined, { cachedEvents: 10 })
  const small = () => ({ ...largeEvent(0), id: crypto.randomUUID(), data: {} })
  await store.append(STREAM, NO_STREAM_REVISION, Array.from({ length: 30 }, small))
  await store.append(STREAM, 29, [small()])
  const [read, again] = [await store.readStream(STREAM), await store.readStream(STREAM)]
  expect(read).toHaveLength(31)
  expect(again.every((event, n) => event === read[n])).toBe(true)
  await store.close()
})

describe('a long stream that is not cached', () => {
  const EVENTS = 4 * STREAM_SLICE_EVENTS
  const small = () => ({ ...largeEvent(0), id: crypto.randomUUID(), data: {} })

  async function openWithLongStream() {
    const file = fileIn('log.db')
    const before = openSqliteEventStore(file)
    await before.append(STREAM, NO_STREAM_REVISION, Array.from({ length: EVENTS }, small))
    await before.close()
    return openSqliteEventStore(file)
  }

  it('is read in slices between which other requests run, once for all readers', async () => {
    const store = await openWithLongStream()
    let [turns, isRead] = [0, false]
    const others = (async () => {
      for (; !isRead; turns++) await setImmediate()
    })()
    const reading = Promise.all([store.readStream(STREAM), store.readStream(STREAM)])
    // An event that is appended meanwhile belongs to the result.
    await store.append(STREAM, EVENTS - 1, [small()])
    const [one, other] = await reading
    isRead = true
    await others
    expect(turns).toBeGreaterThanOrEqual(EVENTS / STREAM_SLICE_EVENTS)
    expect(one.map(({ revision }) => revision)).toEqual(Array.from({ length: EVENTS + 1 }, (_, n) => n))
    expect(other.every((event, n) => event === one[n])).toBe(true)
    const again = await store.readStream(STREAM)
    expect(again.every((event, n) => event === one[n])).toBe(true)
    await store.close()
  })

  it('is not read by appends, which recognise a conflict and a repetition', async () => {
    const store = await openWithLongStream()
    const reads = vi.spyOn(StatementSync.prototype, 'iterate')
    const event = small()
    expect(await store.append(STREAM, EVENTS - 1, [event])).toMatchObject({ revision: EVENTS })
    expect(reads).not.toHaveBeenCalled()
    expect(await store.append(STREAM, EVENTS - 1, [event])).toMatchObject({ revision: EVENTS })
    for (const expected of [NO_STREAM_REVISION, EVENTS - 1, EVENTS + 5])
      await expect(store.append(STREAM, expected, [small()])).rejects.toBeInstanceOf(WrongExpectedRevision)
    expect(await store.readStream(STREAM)).toHaveLength(EVENTS + 1)
    reads.mockRestore()
    await store.close()
  })
})

it.each(['cached', 'not cached'])('readers of a very long stream that is %s take turns', async (kind) => {
  const small = () => ({ ...largeEvent(0), id: crypto.randomUUID(), data: {} })
  const before = openSqliteEventStore(fileIn('log.db'))
  await before.append(STREAM, NO_STREAM_REVISION, Array.from({ length: LONG_STREAM_EVENTS + 1 }, small))
  await before.close()
  const store = openSqliteEventStore(fileIn('log.db'))
  if (kind === 'cached') await store.readStream(STREAM)
  let [turn, isRead] = [0, false]
  const others = (async () => {
    for (; !isRead; turn++) await setImmediate()
  })()
  const read = async () => {
    const events = await store.readStream(STREAM)
    return { turn, length: events.length }
  }
  const reads = Array.from({ length: 10 }, read)
  // Each reader gets its turn, and an event that is appended before it.
  await reads[0]
  await store.append(STREAM, LONG_STREAM_EVENTS, [small()])
  const all = await Promise.all(reads)
  isRead = true
  await others
  expect(new Set(all.map((one) => one.turn)).size).toBe(10)
  expect(all.at(-1)?.length).toBe(LONG_STREAM_EVENTS + 2)
  await store.close()
})
