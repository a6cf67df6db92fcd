/**
 * Connection of all feed rooms.
 * Joins rooms, resumes after gaps, polls while the socket is down.
 */

import type { UnknownAction } from '@reduxjs/toolkit'
import type { FeedEnded, FeedHeartbeat, JoinRoomAnswer, RefusedHandshake, RoomFrame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { feedActions as actions, type ConnectionPhase, type FeedRow, type FeedState, hasReached } from './room.ts'

/**
 * States of the feed's connection.
 * `away`: disconnected, but still within the grace period.
 * `fetching`: first poll after the grace period.
 */
export type ConnectionState = 'opening' | 'live' | 'away' | 'fetching' | 'polling' | 'offline' | 'closed'

/**
 * Events that may change the feed connection's state.
 * `silent`: the server has sent nothing for too long.
 * `fetched` and `fetchFailed`: a poll of all rooms succeeded or failed.
 */
export type ConnectionEvent =
  | 'connected'
  | 'disconnected'
  | 'silent'
  | 'graceOver'
  | 'fetched'
  | 'fetchFailed'
  | 'close'

/** Actions that a state change of the feed connection causes, in the order of execution. */
export type ConnectionAction =
  | 'leaveRooms'
  | 'startGrace'
  | 'stopGrace'
  | 'startPolling'
  | 'stopPolling'
  /** Joins every feed room and requests only the changes since the client's rows. */
  | 'resume'
  /** Joins every room and requests snapshots, because polled rooms may be incomplete. */
  | 'joinWhole'
  | 'cutSocket'
  | 'forget'

export interface ConnectionTransition {
  to: ConnectionState
  acts: readonly ConnectionAction[]
}

const step = (to: ConnectionState, ...acts: ConnectionAction[]): ConnectionTransition => ({ to, acts })

/**
 * Transitions by state and input.
 * Missing inputs have no effect.
 */
export const CONNECTION_TRANSITIONS: Record<ConnectionState, Partial<Record<ConnectionEvent, ConnectionTransition>>> = {
  opening: {
    connected: step('live', 'stopGrace', 'resume'),
    graceOver: step('fetching', 'startPolling'),
    close: step('closed', 'stopGrace', 'cutSocket', 'forget'),
  },
  live: {
    disconnected: step('away', 'leaveRooms', 'startGrace'),
    // Cutting the socket causes 'disconnected', which then changes the state.
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

/** Phase that screens show for each state of the connection. */
export const PHASE_OF_CONNECTION_STATE: Record<Exclude<ConnectionState, 'closed'>, ConnectionPhase> = {
  opening: 'connecting',
  live: 'live',
  away: 'reconnecting',
  fetching: 'reconnecting',
  polling: 'polling',
  offline: 'offline',
}

/** Returns whether the feed's rooms are polled over HTTP in this connection state. */
export const isFetching = (state: ConnectionState) => state === 'fetching' || state === 'polling' || state === 'offline'

/** The part of a socket.io client that the feed uses. */
export interface FeedSocket {
  connected: boolean
  /** True while the socket tries to reconnect automatically. */
  active: boolean
  connect(): unknown
  disconnect(): unknown
  on(event: string, listener: (message: never) => void): unknown
  timeout(ms: number): {
    emit(event: 'join', body: object, answered: (error: unknown, answer: JoinRoomAnswer) => void): unknown
  }
}

interface FeedOptions {
  socket: FeedSocket
  store: {
    dispatch(action: UnknownAction): unknown
    getState(): { feed: FeedState }
    subscribe(on: () => void): () => void
  }
  /**
   * Reads all rows of a feed room over HTTP.
   * Returns null for a room without endpoint.
   * Rejects with an Error whose message users can read.
   */
  poll(room: RoomName): Promise<{ rows: FeedRow[]; position: string } | null>
  signedOut(): void
  /**
   * Silence in ms after which the connection counts as dead.
   * The server sends about one message per second.
   */
  silenceMs?: number
}

export interface FeedConnection {
  /** Joins a room and stores its rows from then on. */
  watch(room: RoomName): void
  /** Resolves to true once the room reaches `position`; false after 10 s. */
  arrived(room: RoomName, position: string): Promise<boolean>
  /** Requests a room again after an error. */
  retry(room: RoomName): void
  close(): void
}

/** Time in ms without a connection before polling starts. */
const GRACE_MS = 3_000
const POLL_INTERVAL_MS = 30_000
const HEARTBEAT_TIMEOUT_MS = 6_000
const ARRIVAL_TIMEOUT_MS = 10_000

/**
 * Opens the feed.
 * Adds listeners before the first join, so no message is lost.
 */
export function openFeedConnection({
  socket,
  store,
  poll,
  signedOut,
  silenceMs = HEARTBEAT_TIMEOUT_MS,
}: FeedOptions): FeedConnection {
  const { dispatch } = store
  dispatch(actions.reset())
  const feed = () => store.getState().feed
  const watched = new Set<RoomName>()
  let state: ConnectionState = 'opening'
  let grace: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  /** Time until which the server refuses connections, measured as performance.now(). */
  let refusedUntil = 0

  function join(room: RoomName, resume: boolean) {
    const { position, log } = feed().rooms[room] ?? {}
    const shown = { [resume ? 'after' : 'seen']: position ?? undefined }
    socket.timeout(ARRIVAL_TIMEOUT_MS).emit('join', { room, log, ...shown }, (error, answer) => {
      if (!error) dispatch(actions.joinAnswered({ room, answer, at: Date.now() }))
      else if (socket.connected) join(room, resume)
    })
  }

  async function fetchRoom(room: RoomName): Promise<boolean> {
    try {
      const answer = await poll(room)
      if (answer) dispatch(actions.polled({ room, ...answer, at: Date.now() }))
      return true
    } catch (error) {
      dispatch(actions.pollFailed({ room, message: error instanceof Error ? error.message : String(error) }))
      return false
    }
  }

  async function fetchAll() {
    const worked = await Promise.all([...watched].map(fetchRoom))
    comes(worked.every(Boolean) ? 'fetched' : 'fetchFailed')
  }

  const acts: Record<ConnectionAction, () => void> = {
    leaveRooms: () => void dispatch(actions.disconnected()),
    startGrace() {
      grace = setTimeout(comes, GRACE_MS, 'graceOver')
    },
    stopGrace: () => clearTimeout(grace),
    startPolling() {
      polling = setInterval(fetchAll, POLL_INTERVAL_MS)
      void fetchAll()
    },
    stopPolling: () => clearInterval(polling),
    resume: () => watched.forEach((room) => void join(room, true)),
    joinWhole: () => watched.forEach((room) => void join(room, false)),
    cutSocket: () => void socket.disconnect(),
    forget: () => void dispatch(actions.reset()),
  }

  function comes(input: ConnectionEvent) {
    const transition = CONNECTION_TRANSITIONS[state][input]
    if (!transition) return
    const before = state
    state = transition.to
    if (state !== before && state !== 'closed')
      dispatch(actions.phaseChanged({ phase: PHASE_OF_CONNECTION_STATE[state], at: Date.now() }))
    for (const act of transition.acts) acts[act]()
  }

  const watchdog = setInterval(() => {
    // If the clock was set back, the time since the last message seems negative.
    // The absolute difference detects this too.
    if (Math.abs(Date.now() - (feed().heardAt ?? 0)) > silenceMs) comes('silent')
    // Reconnects here, because socket.io does not reconnect after a deliberate disconnect.
    if (!socket.active && performance.now() >= refusedUntil) socket.connect()
  }, 1_000)

  socket.on('connect', () => comes('connected'))
  socket.on('disconnect', () => comes('disconnected'))
  socket.on('connect_error', ({ data }: { data?: Partial<RefusedHandshake> }) => {
    refusedUntil = performance.now() + (data?.waitMs ?? 0)
    comes('disconnected')
  })
  socket.on('frames', (frames: RoomFrame[]) => dispatch(actions.framesCame({ frames, at: Date.now() })))
  socket.on('pulse', ({ position }: FeedHeartbeat) => dispatch(actions.pulseCame({ position, at: Date.now() })))
  socket.on('ended', ({ reason }: FeedEnded) => reason === 'signed-out' && signedOut())
  acts.startGrace()
  socket.connect()

  return {
    watch(room) {
      if (watched.has(room)) return
      watched.add(room)
      dispatch(actions.roomWatched(room))
      if (state === 'live') join(room, true)
      else if (isFetching(state)) void fetchRoom(room)
    },
    arrived(room, position) {
      const shown = () => hasReached(feed().rooms[room], position)
      if (shown()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const refetch = () => void (isFetching(state) && fetchRoom(room))
        const again = setInterval(refetch, 1_000)
        const settle = (arrived: boolean) => {
          unsubscribe()
          clearTimeout(limit)
          clearInterval(again)
          resolve(arrived)
        }
        const unsubscribe = store.subscribe(() => shown() && settle(true))
        const limit = setTimeout(() => settle(false), ARRIVAL_TIMEOUT_MS)
        refetch()
      })
    },
    retry(room) {
      if (state === 'live') join(room, false)
      else void fetchRoom(room)
    },
    close() {
      clearInterval(watchdog)
      comes('close')
    },
  }
}

/**
 * Creates a stand-in for the feed's socket while its library loads.
 * First screens do not wait for it.
 * Forwards all calls once `fetchSocket` has returned the socket.
 * After a failure the next `connect` loads it again.
 */
export function createDeferredSocket(fetchSocket: () => Promise<FeedSocket>): FeedSocket {
  const listeners: Parameters<FeedSocket['on']>[] = []
  let socket: FeedSocket | undefined
  let isFetching = false
  let isWanted = false

  async function fetchIt() {
    isFetching = true
    try {
      socket = await fetchSocket()
      for (const listener of listeners) socket.on(...listener)
      if (isWanted) socket.connect()
    } catch (error) {
      console.warn('The feed could not be loaded yet.', error)
    } finally {
      isFetching = false
    }
  }

  return {
    get connected() {
      return socket?.connected ?? false
    },
    get active() {
      return socket?.active ?? isFetching
    },
    connect() {
      isWanted = true
      if (socket) socket.connect()
      else if (!isFetching) void fetchIt()
    },
    disconnect() {
      isWanted = false
      socket?.disconnect()
    },
    on(...listener) {
      listeners.push(listener)
      socket?.on(...listener)
    },
    timeout(ms) {
      if (!socket) throw new Error('Sent before there is a connection')
      return socket.timeout(ms)
    },
  }
}
