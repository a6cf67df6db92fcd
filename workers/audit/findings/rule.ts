/** Interface of finding rules. A rule receives each event once, in the order of the log, and may return a finding. */

import type { FindingThresholds, RaiseFinding } from '#contract/audit/findings.ts'
import type { Event } from '#contract/events.ts'
import type { Position } from '#platform/event-store/event-store.ts'

/** An event with the context that rules need. */
export interface FindingRuleInput {
  event: Event
  /** Log position of the event. */
  position: Position
  /** Epoch ms. */
  at: number
  thresholds: FindingThresholds
  /** Time zone of the city. */
  timeZone: string
}

type RuleFinding = Omit<RaiseFinding, 'type' | 'happenedAt' | 'simulated'>

export type FindingRuleFold = (seen: FindingRuleInput) => RuleFinding | undefined

/** Most log positions that a finding may contain. If there are more, it contains the first and the newest ones. */
const MAX_EVIDENCE = 50

/** Returns those log positions that a finding stores as evidence. */
export const limitEvidence = (evidence: readonly Position[]): Position[] =>
  evidence.length <= MAX_EVIDENCE ? [...evidence] : [evidence[0] as Position, ...evidence.slice(1 - MAX_EVIDENCE)]

/** Returns whether the actor is a person and not the system. */
export const isPerson = (actor: string) => actor !== 'system' && !actor.startsWith('job/')
