/** Tests that a stalled request body ends after a pause without data, or after a total time limit. */
import { EventEmitter } from 'node:events'
import type { Request } from 'express'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForStall } from './unread-body.ts'

const STILL_MS = 10_000
/** Longest time until a body counts as stalled. */
const MAX_STILL_MS = 12_000

let request: EventEmitter
let said: unknown
beforeEach(() => {
  vi.useFakeTimers()
  request = new EventEmitter()
  said = undefined
  void waitForStall(request as Request, STILL_MS).then((rejection) => {
    said = rejection
  })
})
afterEach(() => void vi.useRealTimers())

it('when nothing comes', async () => {
  await vi.advanceTimersByTimeAsync(STILL_MS - 1)
  expect(said).toBeUndefined()
  await vi.advanceTimersByTimeAsync(MAX_STILL_MS - STILL_MS + 1)
  expect(said).toMatchObject({ rejected: 'timed-out' })
})

it('not while it comes slowly', async () => {
  for (let n = 0; n < 10; n++) {
    await vi.advanceTimersByTimeAsync(STILL_MS - 1)
    request.emit('data', 'x')
  }
  expect(said).toBeUndefined()
  await vi.advanceTimersByTimeAsync(MAX_STILL_MS)
  expect(said).toMatchObject({ rejected: 'timed-out' })
})

it('not while the server itself does not read', async () => {
  const upload = new EventEmitter()
  let [isPaused, answer] = [true, undefined as unknown]
  void waitForStall(upload as Request, STILL_MS, { isPaused: () => isPaused }).then((rejection) => {
    answer = rejection
  })
  await vi.advanceTimersByTimeAsync(10 * STILL_MS)
  expect(answer).toBeUndefined()
  isPaused = false
  await vi.advanceTimersByTimeAsync(MAX_STILL_MS)
  expect(answer).toMatchObject({ rejected: 'timed-out' })
})

it('not if its data waited behind a long turn of the event loop', async () => {
  vi.useRealTimers()
  const body = new EventEmitter()
  const { port1, port2 } = new MessageChannel()
  const read = new Promise<string>((resolve) => {
    port1.onmessage = () => {
      body.emit('end')
      // The data's own turn comes before any later one.
      setImmediate(() => resolve('read'))
    }
  })
  const first = Promise.race([waitForStall(body as Request, 1), read])
  port2.postMessage('x')
  const end = performance.now() + 10
  while (performance.now() < end);
  expect(await first).toBe('read')
  port1.close()
})

it.each(['end', 'close'])('not after its %s, however long the answer takes', async (over) => {
  request.emit(over)
  await vi.advanceTimersByTimeAsync(100 * STILL_MS)
  expect(said).toBeUndefined()
})

it('when it takes too long in all, where there is such a limit', async () => {
  const dripping = new EventEmitter()
  let answer: unknown
  void waitForStall(dripping as Request, STILL_MS, { mostMs: 3 * STILL_MS }).then((rejection) => {
    answer = rejection
  })
  for (let n = 0; n < 5; n++) {
    await vi.advanceTimersByTimeAsync(STILL_MS / 2)
    dripping.emit('data', 'x')
  }
  expect(answer).toBeUndefined()
  for (let n = 0; n < 3; n++) {
    await vi.advanceTimersByTimeAsync(STILL_MS / 2)
    dripping.emit('data', 'x')
  }
  expect(answer).toMatchObject({ rejected: 'timed-out' })
})

it('not for all requests at the same moment', async () => {
  const ends = new Set<number>()
  for (let n = 0; n < 100; n++)
    void waitForStall(new EventEmitter() as Request, STILL_MS).then(() => ends.add(Date.now()))
  await vi.advanceTimersByTimeAsync(MAX_STILL_MS)
  expect(ends.size).toBeGreaterThan(50)
})
