/**
 * Interface of finding rules.
 * A rule sees each event once, in order, and reports suspicious ones.
 */

import type { FindingThresholds, RaiseFinding } from '#contract/audit/findings.ts'
import type { Event } from '#contract/events.ts'
import type { Position } from '#platform/event-store/event-store.ts'

/** An event with its context. */
export interface RuleInput {
  event: Event
  /** Position in the log. */
  position: Position
  /** Epoch ms. */
  at: number
  thresholds: FindingThresholds
  /** Time zone of the city. */
  timeZone: string
}

type RuleFinding = Omit<RaiseFinding, 'type' | 'happenedAt' | 'simulated'>

export type FindingRuleFold = (seen: RuleInput) => RuleFinding | undefined

/** Maximum of positions in an event; beyond it, the first and the newest suffice. */
const MAX_EVIDENCE = 50

/** Returns the positions that a finding can hold. */
export const evidenceOf = (evidence: readonly Position[]): Position[] =>
  evidence.length <= MAX_EVIDENCE ? [...evidence] : [evidence[0] as Position, ...evidence.slice(1 - MAX_EVIDENCE)]

/** Returns whether a person, not the system, is the actor. */
export const isPerson = (actor: string) => actor !== 'system' && !actor.startsWith('job/')
