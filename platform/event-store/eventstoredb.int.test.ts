/** Tests the EventStoreDB adapter against a fake server, and a real server if there is one. */

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testEventStore } from '../../tests/conformance/event-store.ts'
import {
  collectFollowedEvents,
  newEvent,
  type OpenedStore,
  uniqueStream,
} from '../../tests/conformance/event-store-kit.ts'
import { type EventStoreDouble, startEventStoreDouble } from '../../tests/doubles/eventstoredb/server.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { findEventStoreDb } from '../../tests/fixtures/eventstoredb.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { createGate } from '../../tests/fixtures/gate.ts'
import { rejectionOf } from '../http/problems.ts'
import {
  type EventStore,
  LOG_START,
  type LoggedEvent,
  NO_STREAM_REVISION,
  StoreDamaged,
  StoreUnavailable,
  WrongExpectedRevision,
} from './event-store.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { LogReplaced } from './log-mark.ts'

const BACKING = { port: 'event store', backing: 'EventStoreDB' }

const real = await findEventStoreDb()
if (real.url === undefined) {
  recordTestBacking({ ...BACKING, ran: 'not run', why: real.why })
  describe('event store: EventStoreDB', () => it.skip(`not run: ${real.why}`, () => undefined))
} else {
  const { url, stop } = real
  recordTestBacking({ ...BACKING, ran: 'real', why: real.why })
  afterAll(stop)
  testEventStore('EventStoreDB', async () => {
    const opened: OpenedStore = {
      store: await openEventStoreDb(url),
      reopen: () => openEventStoreDb(url),
      empty: false,
      dispose: () => opened.store.close(),
    }
    return opened
  })
  it('EventStoreDB answers an unread append at the position that a read gives', async () => {
    const store = await openEventStoreDb(url)
    const stream = uniqueStream()
    const { position } = await store.append(stream, NO_STREAM_REVISION, [newEvent(), newEvent()], { unread: true })
    expect((await store.readStream(stream)).at(-1)?.position).toBe(position)
    await store.close()
  })
}

recordTestBacking({ ...BACKING, ran: 'wire double', why: 'proves what the adapter sends' })
for (const batchAppend of [true, false]) {
  testEventStore(`wire double, ${batchAppend ? 'BatchAppend' : 'Append'}`, () => openDouble(batchAppend))
}

/**
 * Time limits for stores that must not give up on a slow machine.
 * The client reports no error if the connection is lost during an append.
 * The store repeats the append after `silenceMs`; a repetition is never stored twice.
 */
const PATIENT = { patienceMs: 120_000, silenceMs: 10_000 }

async function openDouble(batchAppend: boolean): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
  const file = join(folder, 'log.jsonl')
  let double = await startEventStoreDouble({ file, batchAppend })
  let broken = false
  const opened: OpenedStore = {
    // This test store gives up 500 ms after the server stops.
    // Appends do not fail earlier.
    store: await openEventStoreDb(double.url, { ...PATIENT, patienceMs: 500 }),
    async reopen() {
      await double.close()
      double = await startEventStoreDouble({ file, batchAppend })
      return openEventStoreDb(double.url, PATIENT)
    },
    async breakIt() {
      broken = true
      await double.close()
    },
    async dispose() {
      await opened.store.close()
      if (!broken) await double.close()
      await rm(folder, { recursive: true })
    },
  }
  return opened
}

describe('EventStoreDB, a server that comes and goes (wire double)', () => {
  it('ES6 continues a follow, and ES8 appends, over a restart of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
    const file = join(folder, 'log.jsonl')
    const port = await reserveFreePort()
    let double = await startEventStoreDouble({ port, file })
    const store = await openEventStoreDb(double.url, PATIENT)
    const reading = collectFollowedEvents(store, await store.head(), 60)
    async function restart() {
      await double.close()
      // No server runs at this address now.
      await expect(openEventStoreDb(double.url, { patienceMs: 0 })).rejects.toThrow(StoreUnavailable)
      double = await startEventStoreDouble({ port, file })
    }
    const restarts: Promise<void>[] = []
    const ids = await appendOneByOne(store, 60, async (appended) => {
      if (appended === 10 || appended === 30) restarts.push(restart())
    })
    await Promise.all(restarts)
    expect((await reading).map(({ id }) => id)).toEqual(ids)
    await store.close()
    await double.close()
    await rm(folder, { recursive: true })
  })

  it('continues appends after another store of the process was closed between two of them', async () => {
    const double = await startEventStoreDouble()
    const [store, other] = [await openEventStoreDb(double.url, PATIENT), await openEventStoreDb(double.url, PATIENT)]
    await other.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
    // Closes another store of the process after half of the appends.
    // On close, the client library clears its list of all stores' pending appends.
    const ids = await appendOneByOne(store, 10, (appended) => (appended === 5 ? other.close() : undefined))
    expect((await store.readAll(LOG_START, 100)).slice(1).map(({ id }) => id)).toEqual(ids)
    await store.close()
    await double.close()
  })

  it('names an event that the server changed, and reads an older one without a checksum', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
    const file = join(folder, 'log.jsonl')
    const stream = uniqueStream()
    /** Edits the stored events with `change`, and starts another server with them. */
    async function afterwards(change: (event: Record<string, string>) => void) {
      const lines = (await readFile(file, 'utf8')).trim().split('\n')
      const changed = lines.map((line) => JSON.parse(line))
      for (const event of changed.flat()) if (event.stream === stream) change(event)
      await writeFile(file, `${changed.map((event) => JSON.stringify(event)).join('\n')}\n`)
      const double = await startEventStoreDouble({ file })
      return { double, store: await openEventStoreDb(double.url) }
    }
    const double = await startEventStoreDouble({ file })
    const store = await openEventStoreDb(double.url)
    const { events } = await store.append(stream, NO_STREAM_REVISION, [newEvent('SomethingHappened', { litres: 120 })])
    // Appends a second event that stays intact, because opening a log reads its last event.
    await store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
    await store.close()
    await double.close()

    const changed = await afterwards((event) => (event.data = base64({ litres: 121 })))
    const before = changed.double.sent()
    await expect(changed.store.readStream(stream)).rejects.toThrow(StoreDamaged)
    // The store read the damaged data only once, so it did not retry.
    expect(changed.double.sent() - before).toBe(1)
    // The event subscription must reject too.
    // If it retried instead, it would never end.
    await expect(collectFollowedEvents(changed.store, LOG_START, 1)).rejects.toThrow(
      `revision 0 of ${stream}, does not match its checksum`,
    )
    await changed.store.close()
    await changed.double.close()

    const unchecked = await afterwards((event) => {
      event.data = base64({ litres: 120 })
      event.custom = base64(events[0]?.meta ?? {})
    })
    expect(await unchecked.store.readStream(stream)).toEqual(events)
    await unchecked.store.close()
    await unchecked.double.close()
    await rm(folder, { recursive: true })
  })

  it('refuses an append of more than 1 MiB, which it sends once', async () => {
    const double = await startEventStoreDouble()
    const store = await openEventStoreDb(double.url)
    const huge = newEvent('Huge', { text: 'x'.repeat(1024 * 1024) })
    const error = await store.append(uniqueStream(), NO_STREAM_REVISION, [huge]).catch((error: unknown) => error)
    const failed = { reads: false, repeatable: true, outcome: 'nothing-saved' } as const
    expect(rejectionOf(error, failed)).toMatchObject({ rejected: 'too-large' })
    expect(double.appends()).toBe(1)
    await store.close()
    await double.close()
  })
})

describe.each([true, false])('EventStoreDB, an append that fails (wire double, BatchAppend: %s)', (batchAppend) => {
  it('ES12 says that nothing was saved of what found no server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
    const [file, port] = [join(folder, 'log.jsonl'), await reserveFreePort()]
    const double = await startEventStoreDouble({ file, port, batchAppend })
    const store = await openEventStoreDb(double.url, { ...PATIENT, patienceMs: 300 })
    const stream = uniqueStream()
    await store.append(stream, NO_STREAM_REVISION, [newEvent()])
    await double.close()
    // The append's outcome is unknown, because the connection may have ended unnoticed.
    await expect(store.append(stream, 0, [newEvent()])).rejects.toThrow(StoreUnavailable)
    await eventually(() =>
      expect(store.append(stream, 0, [newEvent()])).rejects.toMatchObject({ outcome: 'nothing-saved' }),
    )
    const again = await startEventStoreDouble({ file, port, batchAppend })
    await eventually(async () => expect(await store.readStream(stream)).toHaveLength(1))
    await store.close()
    await again.close()
    await rm(folder, { recursive: true })
  })

  it('ES12 says that it is not known of what a silent server took, and ES8 finds it stored later', async () => {
    const double = await startEventStoreDouble({ batchAppend })
    const [impatient, store] = [
      await openEventStoreDb(double.url, { patienceMs: 300, silenceMs: 200 }),
      await openEventStoreDb(double.url, PATIENT),
    ]
    const [stream, event] = [uniqueStream(), newEvent()]
    double.hang()
    await expect(impatient.append(stream, NO_STREAM_REVISION, [event])).rejects.toMatchObject({ outcome: 'unknown' })
    double.wake()
    await eventually(async () => expect(await store.readStream(stream)).toHaveLength(1))
    const repeated = await store.append(stream, NO_STREAM_REVISION, [event])
    expect(await store.readStream(stream)).toEqual(repeated.events)
    await Promise.all([impatient.close(), store.close()])
    await double.close()
  })

  it('ES8 sends the same append once while it is under way: the server would drop the second', async () => {
    const double = await startEventStoreDouble({ batchAppend })
    const store = await openEventStoreDb(double.url, PATIENT)
    const [stream, event] = [uniqueStream(), newEvent()]
    double.hang()
    const appending = [1, 2, 3].map(() => store.append(stream, NO_STREAM_REVISION, [event]))
    double.wake()
    const answers = await Promise.all(appending)
    expect(double.appends()).toBe(1)
    expect(answers[2]).toEqual(answers[0])
    await store.close()
    await double.close()
  })
})

it('ES11 finds the head by reading few events, though the log is long and ends with those of the server', async () => {
  const double = await startEventStoreDouble()
  const store = await openEventStoreDb(double.url)
  const { position } = await store.append(
    uniqueStream(),
    NO_STREAM_REVISION,
    Array.from({ length: 2000 }, () => newEvent()),
  )
  await store.head()
  const before = double.sent()
  for (let n = 0; n < 5; n++) expect(await store.head()).toBe(position)
  expect(double.sent() - before).toBeLessThanOrEqual(5)
  await store.close()
  await double.close()
})

it('answers an unread append without reading it, at the position that a read gives, and a repetition of it as the first time', async () => {
  const double = await startEventStoreDouble()
  const store = await openEventStoreDb(double.url)
  const stream = uniqueStream()
  const sent = [newEvent('First'), newEvent('Second')]
  const before = double.sent()
  const appended = await store.append(stream, NO_STREAM_REVISION, sent, { unread: true })
  expect(double.sent()).toBe(before)
  const recorded = await store.readStream(stream)
  expect(appended).toMatchObject({ position: recorded[1]?.position, revision: 1 })
  const body = ({ id, type, data, meta, revision }: LoggedEvent) => ({ id, type, data, meta, revision })
  expect(appended.events.map(body)).toEqual(recorded.map(body))
  expect(await store.append(stream, NO_STREAM_REVISION, sent)).toMatchObject({
    position: appended.position,
    events: recorded,
  })
  const refused = store.append(stream, NO_STREAM_REVISION, [newEvent()], { unread: true })
  await expect(refused).rejects.toThrow(WrongExpectedRevision)
  await store.close()
  await double.close()
})

it('knows what it read and appended of a stream, though another store went on with it, and reads only what came since', async () => {
  const double = await startEventStoreDouble()
  const [store, other] = [await openEventStoreDb(double.url), await openEventStoreDb(double.url)]
  const stream = uniqueStream()
  await store.append(stream, NO_STREAM_REVISION, [newEvent(), newEvent()], { unread: true })
  const known = await store.readStream(stream)
  await other.append(stream, 1, [newEvent()])
  expect(await store.known?.(stream)).toEqual(known)
  const before = double.sent()
  expect(await store.readStream(stream)).toHaveLength(3)
  expect(double.sent() - before).toBe(2)
  expect(await store.known?.(stream)).toEqual(await other.readStream(stream))
  await Promise.all([store.close(), other.close()])
  await double.close()
})

it.each([true, false])(
  'ES17 has what it was refused for when it says so (wire double, BatchAppend: %s)',
  async (batchAppend) => {
    const double = await startEventStoreDouble({ readsPerCommit: 20, batchAppend })
    const [store, other] = [await openEventStoreDb(double.url), await openEventStoreDb(double.url)]
    const stream = uniqueStream()
    const unread = { unread: true }
    const rivals = [store, other].map((each) => each.append(stream, NO_STREAM_REVISION, [newEvent()], unread))
    const refused = await Promise.any(
      rivals.map((rival) =>
        rival.then(
          () => Promise.reject(new Error('taken')),
          (error) => error,
        ),
      ),
    )
    expect(refused).toBeInstanceOf(WrongExpectedRevision)
    expect(await store.readStream(stream)).toHaveLength(1)
    await Promise.allSettled(rivals)
    await Promise.all([store.close(), other.close()])
    await double.close()
  },
)

it('groups quick events into few batches once it has caught up', async () => {
  const double = await startEventStoreDouble()
  const gate = createGate()
  // A gate replaces the pause between two batches of `follow`.
  // The test therefore decides when the pause ends.
  const store = await openEventStoreDb(double.url, { ...PATIENT, apartMs: 600_000, pause: gate.passed })
  const stop = new AbortController()
  const sizes: number[] = []
  const following = (async () => {
    for await (const { events } of store.follow(LOG_START, stop.signal)) {
      if (events.length > 0) sizes.push(events.length)
      if (sizes.reduce((sum, size) => sum + size, 0) === 41) return
    }
  })()
  gate.shut()
  await store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()], { unread: true })
  await eventually(() => expect(sizes).toEqual([1]))
  for (let n = 0; n < 40; n++) await store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()], { unread: true })
  expect(sizes).toEqual([1])
  gate.open()
  await following
  stop.abort()
  // Without a pause between batches, each event would arrive in a separate batch.
  expect(sizes.length).toBeLessThan(10)
  await store.close()
  await double.close()
})

describe('ES18, on a server that comes back with an older log (wire double)', () => {
  let folder: string
  let double: EventStoreDouble
  let store: EventStore
  const [file, copy] = [() => join(folder, 'log'), () => join(folder, 'copy')]
  const openServer = async (port?: number) => {
    double = await startEventStoreDouble({ file: file(), ...(port && { port }) })
  }
  const portOf = ({ url }: EventStoreDouble) => Number(/:(\d+)/.exec(url)?.[1])
  /**
   * Stops the server, restores an earlier copy of its file and restarts it.
   * Then appends new events.
   */
  async function putBack(more: number): Promise<void> {
    await double.close()
    await copyFile(copy(), file())
    await openServer(portOf(double))
    const other = await openEventStoreDb(double.url)
    await appendOneByOne(other, more, () => undefined)
    await other.close()
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'put-back-'))
    await openServer()
    store = await openEventStoreDb(double.url)
    await appendOneByOne(store, 3, () => undefined)
    await copyFile(file(), copy())
  })
  const lose = (count: number) => appendOneByOne(store, count, () => undefined)
  afterEach(async () => {
    await store.close()
    await double.close()
    await rm(folder, { recursive: true })
  })

  // In each case, the first new event gets the position of a lost event.
  it.each([
    [2, 0],
    [1, 1],
    [1, 3],
    [2, 9],
  ])('a follow throws where %i events were lost, with %i in their place', async (lost, more) => {
    await lose(lost)
    const stop = new AbortController()
    const followed = Promise.withResolvers<void>()
    const following = (async () => {
      for await (const { caughtUp } of store.follow(LOG_START, stop.signal)) if (caughtUp) followed.resolve()
    })()
    following.catch(() => undefined)
    await followed.promise
    await putBack(more)
    await expect(following).rejects.toThrow(LogReplaced)
  })

  it('a follow that was given nothing yet throws, too', async () => {
    await lose(1)
    const followed = Promise.withResolvers<void>()
    const following = (async () => {
      for await (const _ of store.follow(await store.head(), new AbortController().signal)) followed.resolve()
    })()
    following.catch(() => undefined)
    await followed.promise
    await putBack(4)
    await expect(following).rejects.toThrow(LogReplaced)
  })

  it('a follow from an event that the log lacks throws at once', async () => {
    await lose(1)
    const lost = await store.head()
    await putBack(0)
    const follow = async () => {
      for await (const _ of store.follow(lost, new AbortController().signal));
    }
    await expect(follow()).rejects.toThrow(LogReplaced)
  })

  it('the head goes back with the log', async () => {
    await lose(2)
    expect(await store.head()).toBe((await store.readAll(LOG_START, 100)).at(-1)?.position)
    await putBack(0)
    expect(await store.readAll(LOG_START, 100)).toHaveLength(3)
    expect(await store.head()).toBe((await store.readAll(LOG_START, 100)).at(-1)?.position)
  })
})

it('ES16 is tested against irregular positions, and a server that refuses the rest (wire double)', async () => {
  const double = await startEventStoreDouble()
  const store = await openEventStoreDb(double.url)
  const client = EventStoreDBClient.connectionString(double.url)
  const events = await appendOneByOne(store, 12, () => undefined).then(() => store.readAll(LOG_START, 100))
  const steps = events.map(({ position }, index) => position - (events[index - 1]?.position ?? 0))
  expect(new Set(steps).size).toBeGreaterThan(4)
  const inBetween = BigInt((events[3]?.position ?? 0) - 1)
  const read = async () => {
    for await (const _ of client.readAll({ fromPosition: { commit: inBetween, prepare: inBetween } }));
  }
  await expect(read()).rejects.toThrow('Unexpected ReadAllResult')
  await client.dispose()
  await store.close()
  await double.close()
})

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

/**
 * Appends events one by one to a stream.
 * Awaits `then` after each with the count of appended events.
 */
async function appendOneByOne(
  store: EventStore,
  count: number,
  then: (appended: number) => Promise<void> | undefined,
): Promise<string[]> {
  const [stream, events] = [uniqueStream(), Array.from({ length: count }, () => newEvent())]
  for (const [index, event] of events.entries()) {
    await store.append(stream, index - 1, [event])
    await then(index + 1)
  }
  return events.map(({ id }) => id)
}
