/** React hooks for a feed room: sorted rows, status, highlights, pending commands. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { RoomRowTypes } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { useFeed } from './feed-provider.tsx'
import { type ConnectionPhase, type FeedRoomState, type FeedState, HIGHLIGHT_MS, roomRowOrders } from './room.ts'

type RoomStatus = 'loading' | 'live' | 'reconnecting' | 'polling' | 'error'

export interface RoomView<R> {
  /** Rows in the room's order; the same array until a row changes. */
  rows: readonly R[]
  status: RoomStatus
  /**
   * The server's reason if the status is 'error'.
   * If the reason is null, the screen shows its own text.
   */
  error: string | null
  /** Times (epoch ms) at which rows changed live, by row id, for `useRowHighlight`. */
  arrivals: Record<string, number>
  /** Requests the rows of the feed room again. */
  retry(): void
}

const nothing = {}

/** Joins a room of the live feed until the session ends, and returns the room's rows. */
export function useRoom<N extends RoomName>(name: N): RoomView<RoomRowTypes[N]> {
  const feed = useFeed()
  useEffect(() => feed.watch(name), [feed, name])
  const byId = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.rows ?? nothing)
  const arrivals = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.arrivals ?? nothing)
  const error = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.error || null)
  const status = useSelector((state: { feed: FeedState }) => statusOf(state.feed.phase, state.feed.rooms[name]))
  const rows = useMemo(() => (Object.values(byId) as RoomRowTypes[N][]).sort(roomRowOrders[name]), [byId, name])
  const retry = useCallback(() => feed.retry(name), [feed, name])
  return { rows, status, error, arrivals, retry }
}

/**
 * Returns whether the rows of a feed room are known.
 * While they are unknown, an empty list does not mean that there are no rows.
 */
export const isRoomLoaded = (status: RoomStatus) => status !== 'loading' && status !== 'error'

/**
 * Returns the status of a room.
 * 'loading': the room has no rows yet.
 * 'error': loading failed, or the user has no permission.
 */
function statusOf(phase: ConnectionPhase, room: FeedRoomState | undefined): RoomStatus {
  if (room?.phase === 'refused') return 'error'
  if (!room?.loaded) return (room?.error ?? null) === null ? 'loading' : 'error'
  if (phase === 'live') return room.phase === 'joined' ? 'live' : 'reconnecting'
  return phase === 'polling' || phase === 'offline' ? 'polling' : 'reconnecting'
}

/** Returns the phase of the feed's connection. */
export const useConnectionPhase = (): ConnectionPhase => useSelector((state: { feed: FeedState }) => state.feed.phase)

/**
 * Returns the feed's phase and the time of its last message.
 * The time changes every second, so use this hook only in small components.
 */
export function useFeedFreshness(): { phase: ConnectionPhase; heardAt: number | null } {
  const phase = useConnectionPhase()
  const heardAt = useSelector((state: { feed: FeedState }) => state.feed.heardAt)
  return { phase, heardAt }
}

// New and changed rows are highlighted for two seconds.
// Only the colour fades, so nothing moves.

/** Returns whether a row that changed at `at` (epoch ms) is highlighted. */
export function useRowHighlight(at: number | undefined): boolean {
  const [marked, setMarked] = useState(() => at !== undefined && Date.now() - at < HIGHLIGHT_MS)
  useEffect(() => {
    const left = at === undefined ? 0 : at + HIGHLIGHT_MS - Date.now()
    setMarked(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setMarked(false), left)
    return () => clearTimeout(timer)
  }, [at])
  return marked
}

interface Pending {
  pending: boolean
  /**
   * Runs a command.
   * Returns the answer, and whether the rooms showed the change within 10 s.
   * Returns undefined if another command is running.
   * Rejects if the command does.
   */
  run<T extends { position: string }>(command: () => Promise<T>): Promise<{ answer: T; arrived: boolean } | undefined>
}

/**
 * Runs commands, one at a time.
 * `pending` stays true until the feed rooms in `shows` contain the change.
 */
export function usePendingCommand(...shows: readonly RoomName[]): Pending {
  const feed = useFeed()
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  return {
    pending,
    async run(command) {
      if (running.current) return undefined
      running.current = true
      setPending(true)
      try {
        const answer = await command()
        const arrived = await Promise.all(shows.map((room) => feed.arrived(room, answer.position)))
        return { answer, arrived: arrived.every(Boolean) }
      } finally {
        running.current = false
        setPending(false)
      }
    },
  }
}

const AT_MOST_EVERY_MS = 2_000
/**
 * Longest random delay in ms before a refetch.
 * It spreads requests, because all clients learn of changes at once.
 */
const SPREAD_MS = 600

/**
 * Calls `refetch` soon after the feed's position changes, every 2 s at most.
 * Waits while the page is hidden.
 * `room` may be any that the user can join; all advance together.
 */
export function useLiveRefresh(refetch: () => unknown, room: RoomName = 'zones'): void {
  useRoom(room)
  useRefresh(
    refetch,
    useSelector((state: { feed: FeedState }) => state.feed.rooms[room]?.position ?? null),
  )
}

/** Calls `refetch` soon after a row has changed in a room of the live feed. */
export function useRefetchOnRoomChange(name: RoomName, refetch: () => unknown): void {
  const { rows, status } = useRoom(name)
  useRefresh(refetch, status === 'loading' ? null : rows)
}

/**
 * Calls `refetch` after each change of `moment`.
 * `moment` is null before the feed's first message.
 */
function useRefresh(refetch: () => unknown, moment: unknown): void {
  const latest = useRef({ refetch, moment })
  latest.current = { refetch, moment }
  const [refresh] = useState(() => createRefresh(() => latest.current))
  // Also loads again after the feed's first message, because the data may be older than the message.
  useEffect(() => {
    if (moment !== null) refresh.moved()
  }, [refresh, moment])
  useEffect(() => {
    const { moved, stop } = refresh
    document.addEventListener('visibilitychange', moved)
    return () => {
      document.removeEventListener('visibilitychange', moved)
      stop()
    }
  }, [refresh])
}

/**
 * Returns a scheduler of `refetch` calls, which calls it only if `moment` has changed.
 * Further changes do not postpone a call that is already scheduled.
 */
function createRefresh(now: () => { refetch: () => unknown; moment: unknown }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetched = { moment: null as unknown, at: Number.NEGATIVE_INFINITY }

  function fetchNow() {
    timer = undefined
    const { refetch, moment } = now()
    if (document.hidden || moment === null || fetched.moment === moment) return
    fetched = { moment, at: performance.now() }
    void refetch()
  }

  return {
    moved() {
      const pause = Math.max(0, fetched.at + AT_MOST_EVERY_MS - performance.now())
      timer ??= setTimeout(fetchNow, pause + Math.random() * SPREAD_MS)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
