/** Transition table of the link to the server; docs/feed.md shows it. */
import type { Phase } from './slice.ts'

/** `away` is within the grace period; `fetching` is the first poll after it. */
export type ConnectionState = 'opening' | 'live' | 'away' | 'fetching' | 'polling' | 'offline' | 'closed'

/**
 * `silent`: the server has sent nothing for too long.
 * `fetched` and `fetchFailed` concern one poll of all rooms.
 */
export type ConnectionInput =
  | 'connected'
  | 'disconnected'
  | 'silent'
  | 'graceOver'
  | 'fetched'
  | 'fetchFailed'
  | 'close'

/** Actions of a transition, in order. */
export type ConnectionAction =
  | 'leaveRooms'
  | 'startGrace'
  | 'stopGrace'
  | 'startPolling'
  | 'stopPolling'
  /** Joins every room after its position. */
  | 'resume'
  /** Joins every room with a snapshot: a polled room may contain the newest rows only. */
  | 'joinWhole'
  | 'cutSocket'
  | 'forget'

export interface Step {
  to: ConnectionState
  acts: readonly ConnectionAction[]
}

const step = (to: ConnectionState, ...acts: ConnectionAction[]): Step => ({ to, acts })

/** A missing entry changes nothing. */
export const TRANSITIONS: Record<ConnectionState, Partial<Record<ConnectionInput, Step>>> = {
  opening: {
    connected: step('live', 'stopGrace', 'resume'),
    graceOver: step('fetching', 'startPolling'),
    close: step('closed', 'stopGrace', 'cutSocket', 'forget'),
  },
  live: {
    disconnected: step('away', 'leaveRooms', 'startGrace'),
    // The socket then emits a disconnect, which changes the state.
    silent: step('live', 'cutSocket'),
    close: step('closed', 'cutSocket', 'forget'),
  },
  away: {
    connected: step('live', 'stopGrace', 'resume'),
    graceOver: step('fetching', 'startPolling'),
    close: step('closed', 'stopGrace', 'cutSocket', 'forget'),
  },
  fetching: {
    connected: step('live', 'stopPolling', 'joinWhole'),
    fetched: step('polling'),
    fetchFailed: step('offline'),
    close: step('closed', 'stopPolling', 'cutSocket', 'forget'),
  },
  polling: {
    connected: step('live', 'stopPolling', 'joinWhole'),
    fetchFailed: step('offline'),
    close: step('closed', 'stopPolling', 'cutSocket', 'forget'),
  },
  offline: {
    connected: step('live', 'stopPolling', 'joinWhole'),
    fetched: step('polling'),
    close: step('closed', 'stopPolling', 'cutSocket', 'forget'),
  },
  closed: {},
}

/** Phase that screens show for each state. */
export const PHASES: Record<Exclude<ConnectionState, 'closed'>, Phase> = {
  opening: 'connecting',
  live: 'live',
  away: 'reconnecting',
  fetching: 'reconnecting',
  polling: 'polling',
  offline: 'offline',
}

/** Returns true for the states that poll. */
export const isFetching = (state: ConnectionState) => state === 'fetching' || state === 'polling' || state === 'offline'
