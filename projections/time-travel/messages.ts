/** Messages between the main thread and the time-travel thread. */
import type { ComparedListName, MomentComparison } from '#contract/audit/comparison.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Rejection } from '#contract/http/problems.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Position, StoredEvent } from '#platform/event-store/event-store.ts'
import type { PastMoment, TimeTravelAnswer } from '#platform/http/time-travel.ts'
import type { TimeTravelProgress } from '#platform/time-travel/time-travel-file.ts'

export interface RowChange {
  view: ViewName
  id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/**
 * Answer of a time-travel file that lost events.
 * The file was damaged or replaced, and is rebuilt from the log.
 */
export interface FileBehind {
  behind: TimeTravelProgress
}

/**
 * Request to read an endpoint at a past moment.
 * `now` is the caller's present time in epoch ms.
 */
export interface ReadRequest {
  name: EndpointName
  call: object
  when: PastMoment
  now: number
}

export interface TimeTravelRequests {
  open: { asked: object; answered: TimeTravelProgress }
  /** Deletes and recreates the file, because it belongs to another log. */
  remake: { asked: object; answered: TimeTravelProgress }
  /**
   * Applies events if the file ends exactly at the position `after`.
   * Otherwise does nothing.
   */
  take: { asked: { after: Position; events: readonly StoredEvent[] }; answered: TimeTravelProgress }
  /**
   * Runs several reads, which share the results of equal queries.
   * Each succeeds or fails alone.
   */
  reads: { asked: { reads: readonly ReadRequest[] }; answered: PromiseSettledResult<Rejection | TimeTravelAnswer>[] }
  changes: { asked: { position: number }; answered: RowChange[] }
  compare: {
    asked: { board: ComparedListName; one: PastMoment; other: PastMoment; page: number; size: number; now: number }
    answered: MomentComparison
  }
  density: { asked: { from: number; to: number; buckets: number }; answered: number[] }
  /**
   * Returns positions and times of the log's first and last event.
   * Returns undefined for an empty log.
   */
  extent: { asked: object; answered: { from: number; to: number; first: number; last: number } | undefined }
}

/**
 * Requests that change the time travel file.
 * All other requests read it.
 * A read gets {@link FileBehind} if the file ends before `upTo`.
 */
export const FILE_CHANGES = ['open', 'remake', 'take'] as const satisfies (keyof TimeTravelRequests)[]
export type FileChangeName = (typeof FILE_CHANGES)[number]
export type FileReadName = Exclude<keyof TimeTravelRequests, FileChangeName>

export type TimeTravelRequestMessage = {
  [D in keyof TimeTravelRequests]: {
    file: string
    does: D
    /** Last log position whose event the file is known to contain. */
    upTo: number
  } & TimeTravelRequests[D]['asked']
}[keyof TimeTravelRequests]
