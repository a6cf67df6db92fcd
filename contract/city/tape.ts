/** The tape of the guided tour: what the screens of one scripted day showed, moment by moment. Recorded by demo/tour, played by the web app. */
import type { RoomName } from '../feed/rooms.ts'
import type { User } from '../views/accounts.ts'

export const TOUR_ROLES = ['resident', 'dispatcher', 'recycler'] as const
export type TourRole = (typeof TOUR_ROLES)[number]

/** What changed in a room. */
export interface TapedChange {
  room: RoomName
  rows: { id: string }[]
  removed: string[]
}

export interface TapedScene {
  title: string
  text: string
  /** Whose screens stand beside each other; the one that a small window shows comes first. */
  shows: readonly [TourRole, TourRole]
  /** The heading on the first of them that it is about, where that does not stand at the top. */
  sight?: string
}

export interface TapedMoment {
  /** ISO 8601; what the clock shows on the screens. */
  time: string
  position: string
  /** Of the scenes, by its place among them. */
  scene: number
  /** How long it stays while the tape plays. */
  ms: number
}

/** What one person saw. */
export interface TapedScreens {
  user: User
  /** For each moment what changed in the rooms of the feed. */
  changes: TapedChange[][]
  /** By address and query, the answer from each moment on at which it was another. */
  answers: Record<string, [moment: number, answer: unknown][]>
}

export interface Tape {
  scenes: TapedScene[]
  moments: TapedMoment[]
  screens: Record<TourRole, TapedScreens>
}

/** How the tape names a read: its path, and its query in the order of its fields. */
export function tapedName(path: string, query: Readonly<Record<string, unknown>> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const fields = asked.map(([field, value]): [string, string] => [field, String(value)])
  return `${path}?${new URLSearchParams(fields.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
