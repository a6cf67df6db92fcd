/** Messages between the main thread and the time-travel thread. */
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

/** A read of one endpoint at a moment; `now` is the caller's time in epoch ms. */
export interface ReadAsked {
  name: EndpointName
  call: object
  when: When
  now: number
}

export interface Asks {
  open: { asked: object; answered: Reach }
  /** Deletes and recreates a file that belongs to another log. */
  remake: { asked: object; answered: Reach }
  /** Applies events after a position; does nothing if the file is elsewhere by now. */
  take: { asked: { after: Position; events: readonly StoredEvent[] }; answered: Reach }
  /** Runs several reads that share queries. Each succeeds or fails alone. */
  reads: { asked: { reads: readonly ReadAsked[] }; answered: PromiseSettledResult<Rejection | Replayed>[] }
  changes: { asked: { position: number }; answered: Changed[] }
  compare: {
    asked: { board: Compared; one: When; other: When; page: number; size: number; now: number }
    answered: Comparison
  }
  density: { asked: { from: number; to: number; buckets: number }; answered: number[] }
  /** Returns the first and last event; undefined for an empty log. */
  extent: { asked: object; answered: { from: number; to: number; first: number; last: number } | undefined }
}

export type Ask = { [D in keyof Asks]: { file: string; does: D } & Asks[D]['asked'] }[keyof Asks]
