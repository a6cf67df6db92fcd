/** A room for a screen: its sorted rows and their freshness. */
import { useCallback, useEffect, useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { RoomRows } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { useFeed } from './feed-provider.tsx'
import type { Room } from './room.ts'
import { roomOrder } from './room-order.ts'
import type { FeedState, Phase } from './slice.ts'

export type RoomStatus = 'loading' | 'live' | 'reconnecting' | 'polling' | 'error'

export interface RoomView<R> {
  /** In the room's order; the same array until a row changes. */
  rows: readonly R[]
  status: RoomStatus
  /** Error text when the status is 'error'. */
  error: string | null
  /** Epoch ms of live arrivals, by row id; for `useMarked`. */
  arrivals: Record<string, number>
  /** Requests the room again. */
  retry(): void
}

const nothing = {}

/** Joins a room until the session ends. */
export function useRoom<N extends RoomName>(name: N): RoomView<RoomRows[N]> {
  const feed = useFeed()
  useEffect(() => feed.watch(name), [feed, name])
  const byId = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.rows ?? nothing)
  const arrivals = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.arrivals ?? nothing)
  const error = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.error ?? null)
  const status = useSelector((state: { feed: FeedState }) => statusOf(state.feed.phase, state.feed.rooms[name]))
  const rows = useMemo(() => (Object.values(byId) as RoomRows[N][]).sort(roomOrder[name]), [byId, name])
  const retry = useCallback(() => feed.retry(name), [feed, name])
  return { rows, status, error, arrivals, retry }
}

/** Whether a room's rows are known. Otherwise an empty list does not mean that there are none. */
export const isLoaded = (status: RoomStatus) => status !== 'loading' && status !== 'error'

/**
 * Returns the freshness of a room.
 * 'loading' and 'error' mean that there are no rows or no permission.
 */
export function statusOf(phase: Phase, room: Room | undefined): RoomStatus {
  if (room?.phase === 'refused') return 'error'
  if (!room?.loaded) return room?.error ? 'error' : 'loading'
  if (phase === 'live') return room.phase === 'joined' ? 'live' : 'reconnecting'
  return phase === 'polling' || phase === 'offline' ? 'polling' : 'reconnecting'
}

/** Returns the phase of the feed. */
export const usePhase = (): Phase => useSelector((state: { feed: FeedState }) => state.feed.phase)

/**
 * Returns the freshness of the feed.
 * It changes every second, so only small components should read it.
 */
export function useFreshness(): { phase: Phase; heardAt: number | null } {
  const phase = usePhase()
  const heardAt = useSelector((state: { feed: FeedState }) => state.feed.heardAt)
  return { phase, heardAt }
}
