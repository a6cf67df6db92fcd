/** One room's rows as a pure fold: join answers, frames, pulses and polls go in, and what is older than the rows stays out. */

import type { Frame, Joined } from '#contract/feed/feed.ts'
import { comparePositions } from '#contract/feed/positions.ts'
import { lookUp } from '#rules/dictionary.ts'

export interface Row {
  id: string
}

export interface Room<R extends Row = Row> {
  /** 'joining' until the server has answered the join on the present connection. */
  phase: 'joining' | 'joined' | 'refused'
  loaded: boolean
  rows: Record<string, R>
  /** Where in the log the rows are true; null before the first answer. */
  position: string | null
  /** Which log it was true of, as the last answer said. */
  log?: number | undefined
  /** Frames that came before the join was answered. */
  early: Frame[]
  /** When (epoch ms) a row last came in by itself, for the mark on the screen; kept for `MARK_MS`. */
  arrivals: Record<string, number>
  /** Why the rows can't be shown. */
  error: string | null
}

/** How long a row that arrived live stays marked. */
export const MARK_MS = 2_000

export const emptyRoom: Room = {
  phase: 'joining',
  loaded: false,
  rows: {},
  position: null,
  early: [],
  arrivals: {},
  error: null,
}

/** Whether the room shows everything up to and including `position`. */
export function reaches(room: Room | undefined, position: string): boolean {
  return Boolean(room?.position) && comparePositions(room!.position!, position) >= 0
}

/** The server's answer to a join: a snapshot replaces the rows, a delta changes them, an older one only does when it is anew. */
export function joinAnswered(room: Room, answer: Joined, at: number): Room {
  if (!answer.ok) return { ...room, phase: 'refused', early: [], error: answer.message }
  const joined: Room = { ...room, phase: 'joined', loaded: true, early: [], error: null }
  const { rows, removed, position, log, anew } = answer
  const current =
    isOlder(position, room) && !anew
      ? joined
      : answer.snapshot
        ? { ...joined, rows: byId(rows), position, log }
        : merged({ ...joined, log }, rows, removed, position, at)
  return room.early.reduce((next, frame) => frameCame(next, frame, at), current)
}

/** Changed rows. A frame that outran its join's answer waits for it; an older one is dropped. */
export function frameCame(room: Room, frame: Frame, at: number): Room {
  if (room.phase === 'joining') return { ...room, early: [...room.early, frame] }
  if (room.phase === 'refused' || isOlder(frame.position, room)) return room
  return merged(room, frame.rows, frame.removed, frame.position, at)
}

/** The server says that all joined rooms are true at `position`. */
export function pulseCame(room: Room, position: string): Room {
  if (room.phase !== 'joined' || isOlder(position, room)) return room
  return { ...room, position }
}

/** The whole room, fetched while the socket was down. */
export function polled(room: Room, rows: Row[], position: string, at: number): Room {
  if (isOlder(position, room)) return { ...room, error: null }
  const fresh = room.loaded ? rows.filter((row) => !lookUp(room.rows, row.id)) : []
  return { ...room, loaded: true, rows: byId(rows), position, arrivals: marked(room, fresh, at), error: null }
}

/** A fetch failed; what was shown stays. */
export function pollFailed(room: Room, message: string): Room {
  return { ...room, error: message }
}

/** The connection is gone: the rows stay, and frames of the next connection wait for its join's answer. */
export function disconnected(room: Room): Room {
  return { ...room, phase: 'joining', early: [] }
}

function isOlder(position: string, room: Room): boolean {
  return room.position !== null && comparePositions(position, room.position) < 0
}

function merged(room: Room, rows: readonly Row[], removed: readonly string[], position: string, at: number): Room {
  const next = { ...room.rows, ...byId(rows) }
  for (const id of removed) delete next[id]
  return { ...room, rows: next, position, arrivals: marked(room, rows, at) }
}

function marked(room: Room, rows: readonly Row[], at: number): Record<string, number> {
  const recent = Object.entries(room.arrivals).filter(([, since]) => at - since < MARK_MS)
  return { ...Object.fromEntries(recent), ...Object.fromEntries(rows.map(({ id }) => [id, at])) }
}

function byId(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}
