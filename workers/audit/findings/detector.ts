/** What a rule of findings is: it sees each event of the log once, in order, and says when what it has seen wants an explanation. */

import type { FindingThresholds, RaiseFinding } from '#contract/audit/findings.ts'
import type { Event } from '#contract/events.ts'
import type { Position } from '#platform/event-store/event-store.ts'

/** An event, and what is known beside it. */
export interface Seen {
  event: Event
  /** Where in the log it stands. */
  position: Position
  /** Epoch ms. */
  at: number
  thresholds: FindingThresholds
  /** The city's. */
  timeZone: string
}

export type Found = Omit<RaiseFinding, 'type' | 'happenedAt' | 'simulated'>

export type Detector = (seen: Seen) => Found | undefined

/** An event holds so many; of more, the first and the newest say enough. */
const MOST = 50

/** Those that a finding can name. */
export const named = (evidence: readonly Position[]): Position[] =>
  evidence.length <= MOST ? [...evidence] : [evidence[0] as Position, ...evidence.slice(1 - MOST)]

/** Whether a person did it, and not the installation by itself. */
export const isPerson = (actor: string) => actor !== 'system' && !actor.startsWith('job/')
