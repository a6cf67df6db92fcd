/** Tests that any job survives serialization and that its id becomes valid for BullMQ. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bullmqIdOf, deserializeJob, serializeJob } from './envelope.ts'

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
