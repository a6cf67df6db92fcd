/** Keeps what is fetched in step with the feed: fetched again when the log or a room has moved on, not more often than bearable. */
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { FeedState } from './slice.ts'
import { useRoom } from './use-room.ts'

const AT_MOST_EVERY_MS = 2_000
/** All boards hear of a change at once: each asks at a moment of its own, so that they don't hold up the server together. */
const SPREAD_MS = 600

/**
 * Calls `refetch` soon after the position of the feed has changed, at most every 2 s, and only while the page is visible.
 * `room`: one that the reader may join; all joined rooms come to a position together.
 */
export function useLiveRefresh(refetch: () => unknown, room: RoomName = 'zones'): void {
  useRoom(room)
  useRefresh(
    refetch,
    useSelector((state: { feed: FeedState }) => state.feed.rooms[room]?.position ?? null),
  )
}

/** The same, soon after a row of a room has changed. */
export function useRefreshWith(name: RoomName, refetch: () => unknown): void {
  const { rows, status } = useRoom(name)
  useRefresh(refetch, status === 'loading' ? null : rows)
}

/** `moment`: another one whenever something has changed; null while nothing has been heard. */
function useRefresh(refetch: () => unknown, moment: unknown): void {
  const latest = useRef({ refetch, moment })
  latest.current = { refetch, moment }
  const [refresh] = useState(() => createRefresh(() => latest.current))
  // What was fetched before the feed first spoke may be older than it.
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

/** Fetches when the moment is another than at the last time. A moment that was chosen stays, however much happens until then. */
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
