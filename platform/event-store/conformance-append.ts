/** Conformance rules of the event store port about appending. */

import { expect, it } from 'vitest'
import { attempt, fresh, made, type Opened } from './conformance-kit.ts'
import { NO_STREAM, StoreUnavailable, WrongExpectedRevision } from './event-store.ts'

/** Registers the tests of ES1, ES2, ES3, ES7, ES8, ES10 and ES12. */
export function appendRules(opened: () => Opened): void {
  it('ES1 stores all events of an append, consecutive in the stream', async () => {
    const stream = fresh()
    await opened().store.append(stream, NO_STREAM, [made('First')])
    const appended = await opened().store.append(stream, 0, [made('Second'), made('Third'), made('Fourth')])
    expect(appended.revision).toBe(3)
    expect(appended.events.map(({ revision, type }) => [revision, type])).toEqual([
      [1, 'Second'],
      [2, 'Third'],
      [3, 'Fourth'],
    ])
    expect(appended.position).toBe(appended.events.at(-1)?.position)
    expect((await opened().store.readStream(stream)).slice(1)).toEqual(appended.events)
  })

  it.each([NO_STREAM, 0, 2, 7])('ES2 refuses an append at revision %i and stores nothing of it', async (wrong) => {
    const stream = fresh()
    await opened().store.append(stream, NO_STREAM, [made(), made()])
    const refused = opened().store.append(stream, wrong, [made(), made()])
    await expect(refused).rejects.toThrow(WrongExpectedRevision)
    await expect(refused).rejects.toMatchObject({ stream, expected: wrong })
    expect(await opened().store.readStream(stream)).toHaveLength(2)
  })

  it('ES2 refuses an append to a stream that does not exist yet', async () => {
    const stream = fresh()
    await expect(opened().store.append(stream, 0, [made()])).rejects.toThrow(WrongExpectedRevision)
    expect(await opened().store.readStream(stream)).toEqual([])
  })

  it('ES3 still holds what was answered after being opened again', async (test) => {
    const { reopen } = opened()
    if (!reopen) return test.skip('this backing can not be opened again')
    const stream = fresh()
    const { events, position } = await opened().store.append(stream, NO_STREAM, [made(), made()])
    await opened().store.close()
    opened().store = await reopen()
    expect(await opened().store.readStream(stream)).toEqual(events)
    expect(await opened().store.head()).toBe(position)
    expect((await opened().store.append(stream, 1, [made()])).revision).toBe(2)
  })

  it('ES7 lets exactly one of several appends at the same revision succeed', async () => {
    const stream = fresh()
    const rivals = await Promise.allSettled(
      Array.from({ length: 8 }, () => opened().store.append(stream, NO_STREAM, [made(), made()])),
    )
    expect(rivals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const rival of rivals) {
      if (rival.status === 'rejected') expect(rival.reason).toBeInstanceOf(WrongExpectedRevision)
    }
    expect(await opened().store.readStream(stream)).toHaveLength(2)
  })

  it('ES8 answers a repeated append as the first time, also later and after reopening', async () => {
    const stream = fresh()
    const events = [made(), made()]
    const first = await opened().store.append(stream, NO_STREAM, events)
    expect(await opened().store.append(stream, NO_STREAM, events)).toEqual(first)
    await opened().store.append(stream, 1, [made()])
    expect(await opened().store.append(stream, NO_STREAM, events)).toEqual(first)
    const { reopen } = opened()
    if (reopen) {
      await opened().store.close()
      opened().store = await reopen()
      expect(await opened().store.append(stream, NO_STREAM, events)).toEqual(first)
    }
    expect(await opened().store.readStream(stream)).toHaveLength(3)
  })

  it('ES8 takes other ids, or only some of the ids, for another append', async () => {
    const stream = fresh()
    const [first, second] = [made(), made()]
    await opened().store.append(stream, NO_STREAM, [first])
    await expect(opened().store.append(stream, NO_STREAM, [first, second])).rejects.toThrow(WrongExpectedRevision)
    await expect(opened().store.append(stream, NO_STREAM, [second])).rejects.toThrow(WrongExpectedRevision)
    expect(await opened().store.readStream(stream)).toHaveLength(1)
  })

  it('ES8 stores the same append once though it is sent several times at once', async () => {
    const stream = fresh()
    const events = [made(), made()]
    const answers = await Promise.all([1, 2, 3].map(() => opened().store.append(stream, NO_STREAM, events)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await opened().store.readStream(stream)).toHaveLength(2)
  })

  it('ES10 throws at an append without events, stream or type', async () => {
    const stream = fresh()
    for (const mistake of [
      () => opened().store.append(stream, NO_STREAM, []),
      () => opened().store.append('', NO_STREAM, [made()]),
      () => opened().store.append(stream, NO_STREAM, [made(), made('')]),
    ]) {
      const thrown = await attempt(mistake)
      expect(thrown).toBeInstanceOf(Error)
      expect(thrown).not.toBeInstanceOf(StoreUnavailable)
      expect(thrown).not.toBeInstanceOf(WrongExpectedRevision)
    }
    expect(await opened().store.readStream(stream)).toEqual([])
  })

  it('ES12 fails with StoreUnavailable when the backing is gone', async (test) => {
    const { breakIt } = opened()
    if (!breakIt) return test.skip('this backing can not be broken from here')
    await opened().store.append(fresh(), NO_STREAM, [made()])
    await breakIt()
    await expect(opened().store.append(fresh(), NO_STREAM, [made()])).rejects.toThrow(StoreUnavailable)
    await expect(opened().store.head()).rejects.toThrow(StoreUnavailable)
  })
}
