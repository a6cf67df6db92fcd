/**
 * Types of the recorded guided tour: screens of a scripted day.
 * The web app plays them.
 * Deciders and views in the browser would load hundreds of KB.
 */

import type { User } from '../accounts/views.ts'
import type { RoomName } from '../feed/rooms.ts'

export const TOUR_ROLES = ['resident', 'dispatcher', 'recycler'] as const
export type TourRole = (typeof TOUR_ROLES)[number]

/** Changes of rows in one room of the feed. */
export interface RecordedRowChanges {
  room: RoomName
  rows: { id: string }[]
  removed: string[]
}

export interface RecordedScene {
  title: string
  text: string
  /**
   * Roles whose screens are shown side by side.
   * Small windows show only the first.
   */
  shows: readonly [TourRole, TourRole]
  /** Heading to scroll to, unless it is visible anyway. */
  sight?: string
}

interface RecordedMoment {
  /** Time shown by the clock of the screens, ISO 8601. */
  time: string
  position: string
  /** Index of the tour's scene to which this recorded state belongs. */
  scene: number
  /** Duration in ms for which the demo tour shows this recorded moment. */
  ms: number
}

/** Everything that the screens of one person displayed. */
export interface RecordedScreens {
  user: User
  /** Row changes in the feed's rooms, one list per recorded moment. */
  changes: RecordedRowChanges[][]
  /**
   * Responses by path and query.
   * Each response has the first recorded moment at which it is valid.
   */
  answers: Record<string, [moment: number, answer: unknown][]>
}

export interface TourRecording {
  scenes: RecordedScene[]
  moments: RecordedMoment[]
  screens: Record<TourRole, RecordedScreens>
}

/** Returns the key of a response in the tour's recording: the request's path and sorted query. */
export function recordedResponseKeyOf(path: string, query: Readonly<Record<string, unknown>> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const fields = asked.map(([field, value]): [string, string] => [field, String(value)])
  return `${path}?${new URLSearchParams(fields.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
