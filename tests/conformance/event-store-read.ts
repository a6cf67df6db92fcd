/** Conformance tests of event stores: reading events and following the log. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasKnownType, LOG_START, NO_STREAM_REVISION, toPosition } from '../../platform/event-store/event-store.ts'
import { collectFollowedEvents, newEvent, nextBatch, type OpenedStore, uniqueStream } from './event-store-kit.ts'

/** Registers tests of reading and following an event store: rules ES4, ES5, ES6, ES9, ES11, ES13 to ES16. */
export function testEventStoreRead(opened: () => OpenedStore): void {
  it('ES4 reads a stream in order from revision 0, and none of an unknown one', async () => {
    const [stream, other] = [uniqueStream(), uniqueStream()]
    for (let revision = NO_STREAM_REVISION; revision < 4; revision++) {
      await opened().store.append(stream, revision, [newEvent()])
      await opened().store.append(other, revision, [newEvent()])
    }
    expect((await opened().store.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3, 4])
    expect(await opened().store.readStream(uniqueStream())).toEqual([])
  })

  it('ES5 reads every event once, in order, strictly after a position', async () => {
    const before = await opened().store.head()
    const expected = []
    for (let i = 0; i < 10; i++) {
      expected.push(
        ...(await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent(), newEvent()])).events,
      )
    }
    const read = []
    for (let after = before; ; ) {
      const page = await opened().store.readAll(after, 3)
      expect(page.length).toBeLessThanOrEqual(3)
      const last = page.at(-1)
      if (!last) break
      expect(last.position).toBeGreaterThan(after)
      read.push(...page)
      after = last.position
    }
    expect(read).toEqual(expected)
    const positions = read.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(await opened().store.readAll(before, 0)).toEqual([])
  })

  it('ES15 gives the same events as the texts that were stored', async () => {
    const before = await opened().store.head()
    for (let i = 0; i < 5; i++)
      await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent(), newEvent()])
    const read = await opened().store.readAll(before, 100)
    const stored = await opened().store.readStored(before, 100)
    expect(
      stored.map(({ data, meta, ...event }) => ({ ...event, data: JSON.parse(data), meta: JSON.parse(meta) })),
    ).toEqual(
      read.map(({ data, meta, id, stream, revision, position, type, at }) => ({
        data,
        meta,
        id,
        stream,
        revision,
        position,
        type,
        at,
      })),
    )
    expect(await opened().store.readStored(before, 3)).toEqual(stored.slice(0, 3))
    expect(await opened().store.readStored(before, 100)).toEqual(stored)
  })

  it('ES15 gives large events in several reads, two or more at a time', async () => {
    const { store } = opened()
    let after = await store.head()
    const events = Array.from({ length: 5 }, () => ({ ...newEvent(), data: { text: 'x'.repeat(900_000) } }))
    for (const event of events) await store.append(uniqueStream(), NO_STREAM_REVISION, [event])
    const read: string[] = []
    for (let page = await store.readStored(after, 5); page.length > 0; page = await store.readStored(after, 5)) {
      expect(page.length).toBeGreaterThanOrEqual(Math.min(2, events.length - read.length))
      read.push(...page.map(({ id }) => id))
      after = page.at(-1)?.position ?? after
    }
    expect(read).toEqual(events.map(({ id }) => id))
  })

  it('ES16 gives the event that has a position and those after it, and none for a position that no event has', async () => {
    const { store } = opened()
    const before = await store.head()
    for (let i = 0; i < 8; i++)
      await store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent(), newEvent('Other', { text: 'x'.repeat(i) })])
    const stored = await store.readStored(before, 100)
    for (const [index, event] of stored.entries()) {
      expect(await store.readStoredFrom(event.position, 1)).toEqual([event])
      expect(await store.readStoredFrom(event.position, 3)).toEqual(stored.slice(index, index + 3))
    }
    expect(await store.readStoredFrom(stored[0]?.position ?? LOG_START, 100)).toEqual(stored)
    const taken = new Set<number>(stored.map(({ position }) => position))
    const [first, last] = [stored[0]?.position ?? 0, stored.at(-1)?.position ?? 0]
    // A store's positions are either byte offsets with gaps, or consecutive event numbers.
    // With event numbers, only positions outside the log have no event.
    const free = Array.from({ length: last - first + 2 }, (_, n) => first + n).filter((number) => !taken.has(number))
    for (const number of [...free.slice(0, 3), ...free.slice(-3)])
      expect(await store.readStoredFrom(toPosition(number), 3)).toEqual([])
    expect(await store.readStoredFrom(LOG_START, 3)).toEqual([])
    expect(await store.readStoredFrom(stored[0]?.position ?? LOG_START, 0)).toEqual([])
  })

  it('ES6 follows what is there and what comes, once and in order, though the reader is slow', async () => {
    const before = await opened().store.head()
    const expected = []
    for (let i = 0; i < 10; i++) {
      expected.push(
        ...(
          await opened().store.append(
            uniqueStream(),
            NO_STREAM_REVISION,
            Array.from({ length: 20 }, () => newEvent()),
          )
        ).events,
      )
    }
    const reading = collectFollowedEvents(opened().store, before, 300, { slow: true })
    for (let i = 0; i < 100; i++)
      expected.push(...(await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])).events)
    expect(await reading).toEqual(expected)
  })

  it('ES6 says that it caught up when nothing followed, and only then', async () => {
    const before = await opened().store.head()
    // More events than any store returns in one batch.
    const many = Array.from({ length: 2500 }, () => newEvent())
    const { position: newest } = await opened().store.append(uniqueStream(), NO_STREAM_REVISION, many)
    const stop = new AbortController()
    const batches = opened().store.follow(before, stop.signal)[Symbol.asyncIterator]()
    let batch = await nextBatch(batches)
    while (batch.events.at(-1)?.position !== newest) {
      expect(batch.caughtUp).toBe(false)
      batch = await nextBatch(batches)
    }
    expect(batch.caughtUp).toBe(true)
    const { position } = await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
    batch = await nextBatch(batches)
    while (batch.events.length === 0) batch = await nextBatch(batches)
    expect([batch.events.at(-1)?.position, batch.caughtUp]).toEqual([position, true])
    stop.abort()
  })

  it('ES6 says that it caught up when there is nothing to give', async () => {
    const stop = new AbortController()
    const batches = opened()
      .store.follow(await opened().store.head(), stop.signal)
      [Symbol.asyncIterator]()
    expect(await nextBatch(batches)).toEqual({ events: [], caughtUp: true })
    stop.abort()
  })

  it('ES9 gives data, meta, type and stream name back as they went in', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    const data = fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 5, noNullPrototype: true })
    const name = text.map((end) => `${uniqueStream()}-${end}`)
    const property = fc.asyncProperty(name, text, data, text, async (stream, type, body, actor) => {
      const event = { ...newEvent(`T${type}`, JSON.parse(JSON.stringify(body))), stream }
      event.meta.actor = actor
      const { events } = await opened().store.append(stream, NO_STREAM_REVISION, [event])
      expect(events).toMatchObject([{ id: event.id, stream, type: event.type }])
      expect(await opened().store.readStream(stream)).toEqual(events)
      expect(events[0]?.data).toEqual(event.data)
      expect(events[0]?.meta).toEqual(event.meta)
    })
    await fc.assert(property, { numRuns: 40 })
  })

  it('ES9 gives the time of the append', async () => {
    const before = Date.now()
    const { events } = await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
    // Allow a difference of 10 s, because the store may run on a machine with another clock.
    expect(events[0]?.at).toBeGreaterThan(before - 10_000)
    expect(events[0]?.at).toBeLessThan(Date.now() + 10_000)
  })

  it('ES14 gives what an older version wrote in today’s shape, however it is read', async () => {
    const [stream, before] = [uniqueStream(), await opened().store.head()]
    const older = { collectionId: 'COL-T1-1', vehicleId: 'T1', loads: [], scheduleIds: [] }
    const today = { dispatchId: 'COL-T1-1', vehicleId: 'T1', loads: [], scheduleIds: [], leftIds: [] }
    const event = newEvent('TruckDispatched', older)
    event.meta.commandId = 'live/2026-03-01/demo/MarkAllCollected/T1'
    const { events } = await opened().store.append(stream, NO_STREAM_REVISION, [event])
    const ways = [
      events,
      await opened().store.readStream(stream),
      await opened().store.readAll(before, 1),
      await collectFollowedEvents(opened().store, before, 1),
    ]
    for (const [given] of ways) {
      expect(given?.data).toEqual(today)
      expect(given?.meta).toEqual({ ...event.meta, simulated: true })
    }
  })

  it('ES14 gives what nobody here knows as it was written', async () => {
    const stream = uniqueStream()
    const { events } = await opened().store.append(stream, NO_STREAM_REVISION, [
      newEvent('BinPainted', { collectionId: 'red' }),
    ])
    expect(events).toMatchObject([{ type: 'BinPainted', data: { collectionId: 'red' }, revision: 0 }])
    expect(events.map(hasKnownType)).toEqual([false])
    expect(await opened().store.readStream(stream)).toEqual(events)
  })

  it('ES11 has its head at the last event', async () => {
    const { position } = await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent(), newEvent()])
    expect(await opened().store.head()).toBe(position)
  })

  it('ES11 has its head at START when empty', async (test) => {
    if (opened().empty === false) return test.skip('this backing holds events of others')
    expect(await opened().store.head()).toBe(LOG_START)
    expect(await opened().store.readAll(LOG_START, 10)).toEqual([])
  })

  it('ES13 ends a follow without an error, while it starts, works and waits', async () => {
    await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
    const [starting, working, waiting] = [new AbortController(), new AbortController(), new AbortController()]
    setImmediate(() => starting.abort())
    for await (const _ of opened().store.follow(LOG_START, starting.signal));
    for await (const _ of opened().store.follow(LOG_START, working.signal)) working.abort()
    for await (const { caughtUp } of opened().store.follow(LOG_START, waiting.signal)) {
      // Aborts while `follow` is already waiting for the next batch of events.
      if (caughtUp) setImmediate(() => waiting.abort())
    }
    expect(waiting.signal.aborted).toBe(true)
    for await (const _ of opened().store.follow(LOG_START, AbortSignal.abort()))
      expect.unreachable('aborted before it began')
  })
}
