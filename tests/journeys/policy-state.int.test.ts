/** Tests that stored policy states and full replays request the same jobs. */
import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import { createLog } from '#platform/logging.ts'
import { createSealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { toRecordedEvents } from '#projections/runner/fixtures.ts'
import { createPolicies } from '#workers/app.ts'
import { createPolicyFold } from '#workers/runner/fold.ts'
import { openPolicyStateParts, type PolicyStateParts, prefixPolicyStateParts } from '#workers/runner/policy.ts'
import { type GeneratorName, generators } from './random-events/generators.ts'

const log = createLog('test', 'silent')
const sealer = createSealer(openSqliteVault(':memory:'))
const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2026, 2, 4)

/** One stored event of each type. */
let samples: RecordedEvent[]
beforeAll(() => {
  const lines = readFileSync(new URL('../../platform/event-store/samples.jsonl', import.meta.url), 'utf8').trim()
  samples = lines.split('\n').map((line) => JSON.parse(line))
})

const step = fc.record({
  happens: fc.constantFrom(...(Object.keys(generators) as GeneratorName[])),
  n: fc.nat(5),
  m: fc.nat(5),
})

/** Returns the sample events, then random events an hour apart. */
async function historyOf(steps: readonly { happens: GeneratorName; n: number; m: number }[]) {
  const at = (index: number) => new Date(BEGIN + index * HOUR_MS).toISOString()
  const made = steps.map(({ happens, n, m }, index) => generators[happens](n, m, { at: at(index), sealer }))
  const events = toRecordedEvents([...samples, ...(await Promise.all(made))])
  return events.map((event, index) => ({ ...event, at: BEGIN + index * HOUR_MS }))
}

function begin(kept?: PolicyStateParts) {
  let now = BEGIN
  const { keep, parts } = openPolicyStateParts(kept)
  const policies = createPolicies(() => new Date(now), prefixPolicyStateParts(keep, 'policies'))
  const fold = createPolicyFold(policies, log, prefixPolicyStateParts(keep, 'fold'))
  return {
    parts,
    take(event: RecordedEvent) {
      now = event.at
      fold.take(event)
    },
    known: () => ({ asked: fold.outstanding(() => false), setAside: fold.setAside() }),
  }
}

const throughRows = (parts: PolicyStateParts): PolicyStateParts => deserialize(serialize(parts))

it('with what was kept at any moment they ask for what they ask for without', async () => {
  let asked = 0
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 40, maxLength: 120 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    async (steps, stops) => {
      const events = await historyOf(steps)
      const stopsAt = new Set(stops.map((stop) => stop % events.length))
      const whole = begin()
      let kept = begin()
      for (const [index, event] of events.entries()) {
        whole.take(event)
        kept.take(event)
        expect(kept.known()).toEqual(whole.known())
        if (stopsAt.has(index)) kept = begin(throughRows(kept.parts))
      }
      asked += whole.known().asked.length
    },
  )
  await fc.assert(property, { numRuns: 20 })
  expect(asked).toBeGreaterThan(50)
})
