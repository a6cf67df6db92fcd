/** What the thread that keeps the past is asked, and what it answers. */
import type { Compared, Comparison } from '#contract/audit/comparison.ts'
import type { Rejection } from '#contract/door/problems.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Position, StoredEvent } from '#platform/event-store/event-store.ts'
import type { Replayed, When } from '#platform/http/past.ts'
import type { Reach } from '#platform/past/past-file.ts'

export interface Changed {
  view: ViewName
  id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/** A read of one endpoint at a moment; `now` (epoch ms) is the present of whoever asks. */
export interface ReadAsked {
  name: EndpointName
  call: object
  when: When
  now: number
}

/** By what is to be done. */
export interface Asks {
  open: { asked: object; answered: Reach }
  /** The file is of another log. */
  remake: { asked: object; answered: Reach }
  /** Events that come after a position; nothing is done where the file is known up to another one by now. */
  take: { asked: { after: Position; events: readonly StoredEvent[] }; answered: Reach }
  /** Several in one go: what they have in common is found once. Each is answered, or fails, by itself. */
  reads: { asked: { reads: readonly ReadAsked[] }; answered: PromiseSettledResult<Rejection | Replayed>[] }
  changes: { asked: { position: number }; answered: Changed[] }
  compare: {
    asked: { board: Compared; one: When; other: When; page: number; size: number; now: number }
    answered: Comparison
  }
  density: { asked: { from: number; to: number; buckets: number }; answered: number[] }
  /** Where the past begins and ends; undefined while nothing has happened. */
  extent: { asked: object; answered: { from: number; to: number; first: number; last: number } | undefined }
}

export type Ask = { [D in keyof Asks]: { file: string; does: D } & Asks[D]['asked'] }[keyof Asks]
