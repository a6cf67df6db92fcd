/** Refetches queries when the log or a room has advanced, at a limited rate. */
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { FeedState } from './slice.ts'
import { useRoom } from './use-room.ts'

const AT_MOST_EVERY_MS = 2_000
/** All clients see a change at once; random delays up to this spread their requests. */
const SPREAD_MS = 600

/**
 * Calls `refetch` soon after the feed's position has changed, at most every 2 s.
 * Waits while the page is hidden.
 * `room` is one that the user may join; all joined rooms advance together.
 */
export function useLiveRefresh(refetch: () => unknown, room: RoomName = 'zones'): void {
  useRoom(room)
  useRefresh(
    refetch,
    useSelector((state: { feed: FeedState }) => state.feed.rooms[room]?.position ?? null),
  )
}

/** Calls `refetch` soon after a row of a room has changed. */
export function useRefreshWith(name: RoomName, refetch: () => unknown): void {
  const { rows, status } = useRoom(name)
  useRefresh(refetch, status === 'loading' ? null : rows)
}

/** `moment` changes with every change; null before the first message. */
function useRefresh(refetch: () => unknown, moment: unknown): void {
  const latest = useRef({ refetch, moment })
  latest.current = { refetch, moment }
  const [refresh] = useState(() => createRefresh(() => latest.current))
  // Data fetched before the first message may be older than it.
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
 * Refetches when the moment has changed since the last time.
 * A scheduled refetch keeps its time during further changes.
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
