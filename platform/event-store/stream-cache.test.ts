/**
 * Tests that the stream cache reads only newer events.
 * Another log must clear it.
 */
import { expect, it, vi } from 'vitest'
import type { LoggedEvent } from './event-store.ts'
import { createStreamCache } from './stream-cache.ts'

const event = (revision: number, of = 'log') =>
  ({ id: `${of}-${revision}`, revision, position: revision * 10, type: 'Emptied', data: {} }) as LoggedEvent
const events = (count: number, of?: string) => Array.from({ length: count }, (_, revision) => event(revision, of))

/** Returns the events of a stream, to which tests add more, and a spy that reads them. */
function stream(count: number, of?: string) {
  const stored = events(count, of)
  return { stored, readFrom: vi.fn(async (revision: number) => stored.slice(revision)) }
}

it('reads the last event that it knows and what came since, and gives all', async () => {
  const streams = createStreamCache()
  const { stored, readFrom } = stream(3)
  expect(streams.known('bin-u1')).toBeUndefined()
  expect(await streams.read('bin-u1', readFrom)).toEqual(events(3))
  stored.push(event(3), event(4))
  expect(streams.known('bin-u1')).toEqual(events(3))
  expect(await streams.read('bin-u1', readFrom)).toEqual(events(5))
  expect(readFrom.mock.calls).toEqual([[0], [2]])
  expect(streams.known('bin-u1')).toEqual(events(5))
})

it('knows what was appended at the end of what it knows, and reads it once as the log has it', async () => {
  const streams = createStreamCache()
  const { stored, readFrom } = stream(1)
  await streams.read('bin-u1', readFrom)
  const asSent = { ...event(1), at: 1 }
  streams.appended('bin-u1', { events: [asSent] })
  streams.appended('bin-u1', { events: [event(7)] })
  expect(streams.known('bin-u1')).toEqual([event(0), asSent])
  stored.push(event(1))
  expect(await streams.read('bin-u1', readFrom)).toEqual(events(2))
  expect(streams.known('bin-u1')).toEqual(events(2))
})

it('a stream longer than the limit is read once', async () => {
  const streams = createStreamCache(10)
  const { stored, readFrom } = stream(30)
  await streams.read('drivers', readFrom)
  stored.push(event(30))
  expect(await streams.read('drivers', readFrom)).toEqual(events(31))
  expect(readFrom.mock.calls).toEqual([[0], [29]])
})

it('knows a stream that it began, and nothing of one that it knows the end of alone', () => {
  const streams = createStreamCache()
  streams.appended('bin-new', { events: [event(0)] })
  streams.appended('bin-old', { events: [event(4)] })
  expect(streams.known('bin-new')).toEqual([event(0)])
  expect(streams.known('bin-old')).toBeUndefined()
})

it('reads a stream that it knows from its first append, and keeps the others', async () => {
  const streams = createStreamCache()
  await streams.read('bin-u1', stream(3).readFrom)
  streams.appended('bin-new', { events: [event(0)] })
  expect(await streams.read('bin-new', stream(1).readFrom)).toEqual(events(1))
  expect(streams.known('bin-u1')).toEqual(events(3))
})

it.each([
  ['another log', stream(4, 'other')],
  ['an empty log', stream(0)],
])('reads all of it where %s is in the place of the one that it knows', async (_, other) => {
  const streams = createStreamCache()
  await streams.read('bin-u1', stream(3).readFrom)
  expect(await streams.read('bin-u1', other.readFrom)).toEqual(other.stored)
  expect(streams.known('bin-u1') ?? []).toEqual(other.stored)
})

it('forgets all other streams, too, where one turns out to be of another log', async () => {
  const streams = createStreamCache()
  for (const name of ['bin-u1', 'bin-u2']) await streams.read(name, stream(3).readFrom)
  await streams.read('bin-u1', stream(4, 'other').readFrom)
  expect(streams.known('bin-u2')).toBeUndefined()
})

it('keeps of two reads at once the one that came further', async () => {
  const streams = createStreamCache()
  await Promise.all([streams.read('bin-u1', stream(5).readFrom), streams.read('bin-u1', stream(3).readFrom)])
  expect(streams.known('bin-u1')).toEqual(events(5))
})
