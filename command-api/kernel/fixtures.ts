/** Test helper for deciders: given events, when a command, then events or refusal. */
import assert from 'node:assert/strict'
import type { Event } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { EVENT_CATALOGUE, type EventInStream, type StreamCategory } from '#contract/streams.ts'
import type { Aggregate } from './category.ts'
import type { Decider } from './decider.ts'

/** A refusal with its message in English. */
type RefusalInEnglish = Omit<Rejection, 'text' | 'errors'> & { errors?: Record<string, string> }

/** Time at which deciders decide in tests. */
export const NOW = new Date('2026-03-01T08:00:00.000Z')

function inEnglish({ text: _, errors, ...rejection }: Rejection): RefusalInEnglish {
  const entries = Object.entries(errors ?? {}).map(([field, text]) => [field, translateToEnglish(text)])
  return { ...rejection, ...(errors && { errors: Object.fromEntries(entries) }) }
}

/** Removes undefined fields, as the store does. */
const asStored = (value: object): unknown => JSON.parse(JSON.stringify(value))

/**
 * Folds events into the state of a stream.
 * `then` throws an AssertionError if the decision differs from the expected one.
 */
export function givenEvents<State, C extends StreamCategory>(aggregate: Aggregate<State, C>, events: readonly Event[]) {
  for (const { type } of events)
    assert.equal(EVENT_CATALOGUE[type].stream, aggregate.category, `${type} is of another stream`)
  const state = (events as EventInStream<C>[]).reduce(aggregate.evolve, aggregate.initial)
  return {
    when: <Command>(decide: Decider<Command, State, C>, command: Command) => {
      const decision = decide(command, state, NOW)
      return {
        decision,
        then: (expected: readonly Event[] | Partial<RefusalInEnglish>) => {
          const actual = isRejection(decision) ? inEnglish(decision) : decision
          const wanted = Array.isArray(expected) ? expected : { ...actual, ...expected }
          assert.deepEqual(asStored(actual), asStored(wanted))
        },
      }
    },
  }
}
