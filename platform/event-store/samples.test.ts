/**
 * Reads samples of stored events, byte by byte, with today's code.
 * Only add lines to samples.jsonl; stored events never change.
 * A new event type or shape needs a new sample.
 */
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventSchemas } from '#contract/events.ts'
import { EVENT_CATALOGUE } from '#contract/streams.ts'
import { type Envelope, hasKnownType, type LoggedEvent, toPosition } from './event-store.ts'
import text from './samples.jsonl?raw'
import { upcast } from './upcast.ts'

interface Sample {
  type: string
  stream: string
  data: object
  meta: Envelope
}

const lines = text.trimEnd().split('\n')
const samples = lines.map((line) => JSON.parse(line) as Sample)
const read = (sample: Sample): LoggedEvent =>
  upcast({ ...sample, position: toPosition(1), revision: 0, id: '00000000-0000-8000-a000-000000000000', at: 0 })

it('is kept of every type of event', () => {
  const kept = new Set(samples.map(({ type }) => type))
  expect(Object.keys(eventSchemas).filter((type) => !kept.has(type))).toEqual([])
})

it('equals the first stored samples', () => {
  expect(hash('sha256', lines.slice(0, 82).join('\n'))).toBe(
    'c77f777639875887ca8bb5d76b064fa895f369be7102afc30743755ad4b2d5a2',
  )
})

describe('a sample', () => {
  it.each(lines.map((line, n) => [`${samples[n]?.type} on line ${n + 1}`, line]))(
    'has today’s shape when it is read: %s',
    (_, line) => {
      const event = read(JSON.parse(line) as Sample)
      if (!hasKnownType(event)) throw new Error('its type is not known any more: give it an upcast')
      const { type, data, stream } = event
      // The schema drops unknown fields.
      // Equal data therefore proves that there are none.
      expect(eventSchemas[type].parse(data)).toEqual(data)
      expect(stream.startsWith(EVENT_CATALOGUE[type].stream)).toBe(true)
    },
  )
})
