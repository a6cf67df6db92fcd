/** A room for a screen: its rows in reading order and how current they are. */
import { useCallback, useEffect, useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { RoomRows } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { useFeed } from './feed-provider.tsx'
import { order } from './order.ts'
import type { Room } from './room.ts'
import type { FeedState, Phase } from './slice.ts'

export type RoomStatus = 'loading' | 'live' | 'reconnecting' | 'polling' | 'error'

export interface RoomView<R> {
  /** In the room's order; the same array until a row changes. */
  rows: readonly R[]
  status: RoomStatus
  /** Why there is nothing to show, when status is 'error'. */
  error: string | null
  /** When (epoch ms) a row arrived live, by id; for `ArrivalMark`. */
  arrivals: Record<string, number>
  /** Asks again. */
  retry(): void
}

const nothing = {}

/** Joins a room as long as the session lasts. */
export function useRoom<N extends RoomName>(name: N): RoomView<RoomRows[N]> {
  const feed = useFeed()
  useEffect(() => feed.watch(name), [feed, name])
  const byId = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.rows ?? nothing)
  const arrivals = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.arrivals ?? nothing)
  const error = useSelector((state: { feed: FeedState }) => state.feed.rooms[name]?.error ?? null)
  const status = useSelector((state: { feed: FeedState }) => statusOf(state.feed.phase, state.feed.rooms[name]))
  const rows = useMemo(() => (Object.values(byId) as RoomRows[N][]).sort(order[name]), [byId, name])
  const retry = useCallback(() => feed.retry(name), [feed, name])
  return { rows, status, error, arrivals, retry }
}

/** How current a room is: 'loading' and 'error' only while there is nothing to show, or no right to it. */
export function statusOf(phase: Phase, room: Room | undefined): RoomStatus {
  if (room?.phase === 'refused') return 'error'
  if (!room?.loaded) return room?.error ? 'error' : 'loading'
  if (phase === 'live') return room.phase === 'joined' ? 'live' : 'reconnecting'
  return phase === 'polling' || phase === 'offline' ? 'polling' : 'reconnecting'
}

/** Whether the feed is live. */
export const usePhase = (): Phase => useSelector((state: { feed: FeedState }) => state.feed.phase)

/** How current the whole feed is. It changes every second, so only small things should read it. */
export function useFreshness(): { phase: Phase; heardAt: number | null } {
  const phase = usePhase()
  const heardAt = useSelector((state: { feed: FeedState }) => state.feed.heardAt)
  return { phase, heardAt }
}
