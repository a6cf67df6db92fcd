/** Tests the handling of a failed job: stored error and pause. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bullmqIdOf, deserializeJob, retryDelayMsOf, runJobHandler, serializeJob } from './bullmq-jobs.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const job = { id: '1', name: 'look', data: {} }

it('JO3 doubles the pause from 0.5 s to 30 s, for any count', () => {
  expect([1, 2, 3, 6, 7, 8, 5000].map(retryDelayMsOf)).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000, 30_000])
})

it.each([
  [Object.assign(new Error('a\u0000b\ud800'), { name: 'UnrecoverableError' }), 'look: ab\ufffd'],
  ['text', 'look: text'],
  [undefined, 'look: undefined'],
  [null, 'look: null'],
])('JO3 makes a plain error of %o', async (thrown, message) => {
  const running = runJobHandler(job, { look: () => Promise.reject(thrown) }, { log: silent, triesMade: 1 })
  await expect(running).rejects.toMatchObject({ name: 'Error', message, cause: thrown })
})

it.each([
  [false, ['error', 'a job failed; trying again']],
  [true, ['info', 'the stop interrupted a job; it will run again']],
])('JO3 logs a failure while the queue closes (%s) as %j', async (closes, logged) => {
  const calls: string[][] = []
  const record = (level: string) => (_: object, text: string) => calls.push([level, text])
  const log = { info: record('info'), warn: record('warn'), error: record('error') }
  const fails = () => Promise.reject(new Error('no'))
  await expect(runJobHandler(job, { look: fails }, { log, triesMade: 1, isClosing: () => closes })).rejects.toThrow(
    'no',
  )
  expect(calls).toEqual([logged])
})

it('JO9 fails for a name that only every object has', async () => {
  const running = runJobHandler({ ...job, name: 'toString' }, {}, { log: silent, triesMade: 1 })
  await expect(running).rejects.toThrow('no handler has this name')
})

// Tests that jobs survive serialization, with valid ids for BullMQ.
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
