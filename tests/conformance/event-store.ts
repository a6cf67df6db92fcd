/** Conformance suite of the event store port: tests per numbered rule. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_STREAM_REVISION, StoreUnavailable, WrongExpectedRevision } from '../../platform/event-store/event-store.ts'
import { captureError, newEvent, type OpenedStore, uniqueStream } from './event-store-kit.ts'
import { testEventStoreRead } from './event-store-read.ts'

/**
 * Registers the conformance tests of an event store, for the rules ES1 to ES16.
 * Each test opens the store again.
 */
export function testEventStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`event store: ${name}`, () => {
    let current: OpenedStore
    beforeEach(async () => {
      current = await open()
    })
    afterEach(() => current.dispose())

    testEventStoreAppend(() => current)
    testEventStoreRead(() => current)
  })
}

/** Registers the tests of the event store's rules ES1, ES2, ES3, ES7, ES8, ES10 and ES12. */
function testEventStoreAppend(opened: () => OpenedStore): void {
  it('ES1 stores all events of an append, consecutive in the stream', async () => {
    const stream = uniqueStream()
    await opened().store.append(stream, NO_STREAM_REVISION, [newEvent('First')])
    const appended = await opened().store.append(stream, 0, [newEvent('Second'), newEvent('Third'), newEvent('Fourth')])
    expect(appended.revision).toBe(3)
    expect(appended.events.map(({ revision, type }) => [revision, type])).toEqual([
      [1, 'Second'],
      [2, 'Third'],
      [3, 'Fourth'],
    ])
    expect(appended.position).toBe(appended.events.at(-1)?.position)
    expect((await opened().store.readStream(stream)).slice(1)).toEqual(appended.events)
  })

  it.each([NO_STREAM_REVISION, 0, 2, 7])(
    'ES2 refuses an append at revision %i and stores nothing of it',
    async (wrong) => {
      const stream = uniqueStream()
      await opened().store.append(stream, NO_STREAM_REVISION, [newEvent(), newEvent()])
      const refused = opened().store.append(stream, wrong, [newEvent(), newEvent()])
      await expect(refused).rejects.toThrow(WrongExpectedRevision)
      await expect(refused).rejects.toMatchObject({ stream, expected: wrong })
      expect(await opened().store.readStream(stream)).toHaveLength(2)
    },
  )

  it('ES2 refuses an append to a stream that does not exist yet', async () => {
    const stream = uniqueStream()
    await expect(opened().store.append(stream, 0, [newEvent()])).rejects.toThrow(WrongExpectedRevision)
    expect(await opened().store.readStream(stream)).toEqual([])
  })

  it('ES3 still holds what was answered after being opened again', async (test) => {
    const { reopen } = opened()
    if (!reopen) return test.skip('this backing can not be opened again')
    const stream = uniqueStream()
    const { events, position } = await opened().store.append(stream, NO_STREAM_REVISION, [newEvent(), newEvent()])
    await opened().store.close()
    opened().store = await reopen()
    expect(await opened().store.readStream(stream)).toEqual(events)
    expect(await opened().store.head()).toBe(position)
    expect((await opened().store.append(stream, 1, [newEvent()])).revision).toBe(2)
  })

  it('ES7 lets exactly one of several appends at the same revision succeed', async () => {
    const stream = uniqueStream()
    const rivals = await Promise.allSettled(
      Array.from({ length: 8 }, () => opened().store.append(stream, NO_STREAM_REVISION, [newEvent(), newEvent()])),
    )
    expect(rivals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const rival of rivals) {
      if (rival.status === 'rejected') expect(rival.reason).toBeInstanceOf(WrongExpectedRevision)
    }
    expect(await opened().store.readStream(stream)).toHaveLength(2)
  })

  it('ES8 answers a repeated append as the first time, also later and after reopening', async () => {
    const stream = uniqueStream()
    const events = [newEvent(), newEvent()]
    const first = await opened().store.append(stream, NO_STREAM_REVISION, events)
    expect(await opened().store.append(stream, NO_STREAM_REVISION, events)).toEqual(first)
    await opened().store.append(stream, 1, [newEvent()])
    expect(await opened().store.append(stream, NO_STREAM_REVISION, events)).toEqual(first)
    const { reopen } = opened()
    if (reopen) {
      await opened().store.close()
      opened().store = await reopen()
      expect(await opened().store.append(stream, NO_STREAM_REVISION, events)).toEqual(first)
    }
    expect(await opened().store.readStream(stream)).toHaveLength(3)
  })

  it('ES8 takes other ids, or only some of the ids, for another append', async () => {
    const stream = uniqueStream()
    const [first, second] = [newEvent(), newEvent()]
    await opened().store.append(stream, NO_STREAM_REVISION, [first])
    await expect(opened().store.append(stream, NO_STREAM_REVISION, [first, second])).rejects.toThrow(
      WrongExpectedRevision,
    )
    await expect(opened().store.append(stream, NO_STREAM_REVISION, [second])).rejects.toThrow(WrongExpectedRevision)
    expect(await opened().store.readStream(stream)).toHaveLength(1)
  })

  it('ES8 stores the same append once though it is sent several times at once', async () => {
    const stream = uniqueStream()
    const events = [newEvent(), newEvent()]
    const answers = await Promise.all([1, 2, 3].map(() => opened().store.append(stream, NO_STREAM_REVISION, events)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await opened().store.readStream(stream)).toHaveLength(2)
  })

  it('ES10 throws at an append without events, stream or type', async () => {
    const stream = uniqueStream()
    for (const mistake of [
      () => opened().store.append(stream, NO_STREAM_REVISION, []),
      () => opened().store.append('', NO_STREAM_REVISION, [newEvent()]),
      () => opened().store.append(stream, NO_STREAM_REVISION, [newEvent(), newEvent('')]),
    ]) {
      const thrown = await captureError(mistake)
      expect(thrown).toBeInstanceOf(Error)
      expect(thrown).not.toBeInstanceOf(StoreUnavailable)
      expect(thrown).not.toBeInstanceOf(WrongExpectedRevision)
    }
    expect(await opened().store.readStream(stream)).toEqual([])
  })

  it('ES12 fails with StoreUnavailable when the backing is gone', async (test) => {
    const { breakIt } = opened()
    if (!breakIt) return test.skip('this backing can not be broken from here')
    await opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
    await breakIt()
    await expect(opened().store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])).rejects.toThrow(
      StoreUnavailable,
    )
    await expect(opened().store.head()).rejects.toThrow(StoreUnavailable)
  })
}
