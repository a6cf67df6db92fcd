/** The link to the server as a table: in which state it is, what may come, and what follows from it. docs/feed.md draws it. */
import type { Phase } from './slice.ts'

/** `away` is within the grace; `fetching` is the first round of fetches after it. */
export type LinkState = 'opening' | 'live' | 'away' | 'fetching' | 'polling' | 'offline' | 'closed'

/** `silent`: the server has not spoken for too long. `fetched` and `fetchFailed`: a round of all rooms. */
export type LinkInput = 'connected' | 'disconnected' | 'silent' | 'graceOver' | 'fetched' | 'fetchFailed' | 'close'

/** What is to be done on the way, in this order. */
export type LinkAct =
  | 'leaveRooms'
  | 'startGrace'
  | 'stopGrace'
  | 'startPolling'
  | 'stopPolling'
  /** Joins every room after what it has. */
  | 'resume'
  /** Joins every room anew: one that was fetched may hold the newest rows only. */
  | 'joinWhole'
  | 'cutSocket'
  | 'forget'

export interface Step {
  to: LinkState
  acts: readonly LinkAct[]
}

const step = (to: LinkState, ...acts: LinkAct[]): Step => ({ to, acts })

/** What is not in it changes nothing. */
export const TRANSITIONS: Record<LinkState, Partial<Record<LinkInput, Step>>> = {
  opening: {
    connected: step('live', 'stopGrace', 'resume'),
    graceOver: step('fetching', 'startPolling'),
    close: step('closed', 'stopGrace', 'cutSocket', 'forget'),
  },
  live: {
    disconnected: step('away', 'leaveRooms', 'startGrace'),
    // The socket then says that it is disconnected, which is what changes the state.
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

/** What screens are told of each state. */
export const PHASES: Record<Exclude<LinkState, 'closed'>, Phase> = {
  opening: 'connecting',
  live: 'live',
  away: 'reconnecting',
  fetching: 'reconnecting',
  polling: 'polling',
  offline: 'offline',
}

/** In these the rooms are fetched, time and again. */
export const isFetching = (state: LinkState) => state === 'fetching' || state === 'polling' || state === 'offline'
