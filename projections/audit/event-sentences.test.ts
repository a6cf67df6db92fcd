/** Tests that each event version's sentence has no ids or names. */
import { describe, expect, it } from 'vitest'
import { eventTypeLabelOf } from '#contract/audit/event-subjects.ts'
import { PSEUDO_LOCALE } from '#contract/languages/locales.ts'
import type { LoggedEvent } from '#platform/event-store/event-store.ts'
import text from '#platform/event-store/samples.jsonl?raw'
import {
  createTranslatedNames,
  describeEvent,
  describeEventSubjects,
  redactEventData,
  upcastStored,
} from './event-sentences.ts'

const samples = text
  .trimEnd()
  .split('\n')
  .map((line, n) => {
    const { data, meta, ...sample } = JSON.parse(line)
    const stored = { revision: 0, id: `e${n}`, at: Date.parse('2026-11-23T08:00:00.000Z'), position: n + 1 }
    return { ...sample, ...stored, data: JSON.stringify(data), meta: JSON.stringify(meta) }
  })
const history = { role: () => 'dispatcher' as const, site: (id: string) => `${id} Site` }
const names = createTranslatedNames(history, 'Africa/Accra')

/** Returns the ids of accounts that an event contains. */
function personsIn(event: LoggedEvent): string[] {
  return JSON.stringify(event.data).match(/\bu(?:[0-9a-f]{20}|bench-resident-\d+|[a-z]?\d+[a-z]\d+|-[a-z-]+)\b/g) ?? []
}

describe('a sample', () => {
  it.each(samples.map((sample) => [`${sample.type} (${sample.id})`, sample]))(
    'makes a complete sentence: %s',
    (_, sample) => {
      const event = upcastStored(sample)
      const { sentence, actor } = describeEvent(event, sample.at, names, history)
      expect(sentence).toMatch(/^[A-Z0-9].{8,}/)
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object|another version| {2}/)
      for (const person of personsIn(event)) expect(sentence).not.toContain(person)
      expect(actor.name).toMatch(/^(The system|The simulated city|Dispatcher [0-9A-F]{8})$/)
      for (const { name } of describeEventSubjects(event, names)) expect(name).not.toMatch(/undefined|\bu[0-9a-f]{20}/)
    },
  )
})

it.each(samples.map((sample) => [`${sample.type} (${sample.id})`, sample]))(
  'leaves nothing in English for a reader of another language: %s',
  (_, sample) => {
    const inPseudo = createTranslatedNames(history, 'Africa/Accra', PSEUDO_LOCALE)
    const { sentence } = describeEvent(upcastStored(sample), sample.at, inPseudo, history)
    expect(sentence).toMatch(/^\[/)
    // Skip a quote of a person's own words, which are not translated.
    if (sample.type === 'CollectionCancelled') return
    expect(sentence).not.toMatch(/\b(the|of|was|were|reports?)\b/i)
  },
)

it('says what happened to whom', () => {
  const of = (type: string) => {
    const sample = samples.find((one) => one.type === type)
    return describeEvent(upcastStored(sample), 0, names, history).sentence
  }
  expect(of('BinReportedFull')).toMatch(/^Dispatcher [0-9A-F]{8} reported a full bin in Ablekuma North$/)
  expect(of('TruckArrived')).toBe('T003 arrived at WS001 Site and is available')
  expect(of('VehicleRefuelled')).toMatch(
    /^The simulated city refuelled T003 with 40\u00a0L at 10 a litre: 78.5\u00a0L in the tank$/,
  )
})

it('names events of another version, without details', () => {
  const sample = { ...samples[0], type: 'BinPaintedGreen', data: '{"colour":"green"}' }
  expect(describeEvent(upcastStored(sample), 0, names, history).sentence).toBe(
    'Bin painted green: written by another version of WasteSense',
  )
  expect(eventTypeLabelOf('AnalysisCompleted')).toBe('Analysis completed')
})

it('withholds personal data of stored events', () => {
  const [older] = samples
  expect(redactEventData(older)).toMatchObject({
    sealed: 'sealed',
    facility: 'withheld',
    employeeId: 'withheld',
    userId: 'u0c1',
  })
  const truck = samples.find(({ type, data }) => type === 'VehicleRegistered' && data.includes('"driver"'))
  expect(redactEventData(truck)).toMatchObject({ driver: 'sealed', vehicleId: 'T001' })
  for (const sample of samples)
    expect(JSON.stringify(redactEventData(sample))).not.toMatch(/"(sealed|sealedFacility|driver)":"(?!sealed")/)
})
