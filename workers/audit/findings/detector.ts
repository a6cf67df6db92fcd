/**
 * Interface of finding rules.
 * A rule sees each event once, in order, and reports suspicious ones.
 */

import type { FindingThresholds, RaiseFinding } from '#contract/audit/findings.ts'
import type { Event } from '#contract/events.ts'
import type { Position } from '#platform/event-store/event-store.ts'

/** An event with its context. */
export interface Seen {
  event: Event
  /** Position in the log. */
  position: Position
  /** Epoch ms. */
  at: number
  thresholds: FindingThresholds
  /** Time zone of the city. */
  timeZone: string
}

export type Found = Omit<RaiseFinding, 'type' | 'happenedAt' | 'simulated'>

export type Detector = (seen: Seen) => Found | undefined

/** Maximum of positions in an event; beyond it, the first and the newest suffice. */
const MOST = 50

/** Returns the positions that a finding can hold. */
export const named = (evidence: readonly Position[]): Position[] =>
  evidence.length <= MOST ? [...evidence] : [evidence[0] as Position, ...evidence.slice(1 - MOST)]

/** Returns whether a person, not the system, is the actor. */
export const isPerson = (actor: string) => actor !== 'system' && !actor.startsWith('job/')
