/** The sentence that decider tests are written in: given these events, when this command, then these events or this refusal. */
import assert from 'node:assert/strict'
import type { Event } from '#contract/events.ts'
import type { Rejection } from '#contract/problems.ts'
import type { Aggregate, Decide } from './decider.ts'

/** The time at which commands are decided in tests of deciders. */
export const NOW = new Date('2026-03-01T08:00:00.000Z')

/** Compared as the log would hold them: a field that is undefined is a field that is not there. */
const asStored = (value: object): unknown => JSON.parse(JSON.stringify(value))

/** Folds `events` into the aggregate's state; `then` throws an AssertionError when the decision is another one. */
export function given<State>(aggregate: Aggregate<State>, events: readonly Event[]) {
  const state = events.reduce((folded, event) => aggregate.evolve(folded, event), aggregate.initial)
  return {
    when: <Command>(decide: Decide<Command, State>, command: Command) => {
      const decision = decide(command, state, NOW)
      return {
        decision,
        then: (expected: readonly Event[] | Partial<Rejection>) => {
          const wanted = Array.isArray(expected) ? expected : { ...decision, ...expected }
          assert.deepEqual(asStored(decision), asStored(wanted))
        },
      }
    },
  }
}
