/** Tests the handling of a failed job: its stored error and its pause. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bullmqIdOf, deserializeJob, retryDelayMs, runHandler, serializeJob } from './handle.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const job = { id: '1', name: 'look', data: {} }

it('JO3 doubles the pause from 0.5 s to 30 s, for any count', () => {
  expect([1, 2, 3, 6, 7, 8, 5000].map(retryDelayMs)).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000, 30_000])
})

it.each([
  [Object.assign(new Error('a\u0000b\ud800'), { name: 'UnrecoverableError' }), 'look: ab\ufffd'],
  ['text', 'look: text'],
  [undefined, 'look: undefined'],
  [null, 'look: null'],
])('JO3 makes a plain error of %o', async (thrown, message) => {
  const running = runHandler(job, { look: () => Promise.reject(thrown) }, { log: silent, triesMade: 1 })
  await expect(running).rejects.toMatchObject({ name: 'Error', message, cause: thrown })
})

it('JO9 fails for a name that only every object has', async () => {
  const running = runHandler({ ...job, name: 'toString' }, {}, { log: silent, triesMade: 1 })
  await expect(running).rejects.toThrow('no handler has this name')
})

// Tests that any job survives serialization and that its id becomes valid for BullMQ.
const text = fc.string({ unit: 'binary' })

it('JO7 opens to what was sealed', () => {
  fc.assert(
    fc.property(text, text, fc.dictionary(text, fc.jsonValue()), (id, name, data) => {
      const kept = JSON.parse(JSON.stringify({ id, name, data }))
      expect(deserializeJob(serializeJob({ id, name, data }))).toEqual(kept)
    }),
  )
})

it('JO2 gives every id its own safe one, without what BullMQ forbids', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(bullmqIdOf(one)).toMatch(/^id-[^:]*$/)
      expect(bullmqIdOf(one) === bullmqIdOf(other)).toBe(one === other)
    }),
  )
})
