/**
 * Interface of finding rules.
 * A rule receives each event once, in the order of the log, and returns findings.
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

/**
 * Most positions that an event may contain.
 * If there are more, it contains the first and the newest ones.
 */
const MAX_EVIDENCE = 50

/** Returns the positions to store in a finding. */
export const evidenceOf = (evidence: readonly Position[]): Position[] =>
  evidence.length <= MAX_EVIDENCE ? [...evidence] : [evidence[0] as Position, ...evidence.slice(1 - MAX_EVIDENCE)]

/** Returns whether the actor is a person, not the system. */
export const isPerson = (actor: string) => actor !== 'system' && !actor.startsWith('job/')
