/** Keeps what is fetched in step with the feed: fetched again when the log has moved on, not more often than bearable. */
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { RoomName } from '#contract/rooms.ts'
import type { FeedState } from './slice.ts'
import { useRoom } from './use-room.ts'

const AT_MOST_EVERY_MS = 2_000
/** All boards hear of a change at once: each asks at a moment of its own, so that they don't hold up the server together. */
const SPREAD_MS = 600

/**
 * Calls `refetch` soon after the position of the feed has changed, at most every 2 s, and only while the page is visible.
 * `room`: any that the reader may join; each hears of every position.
 */
export function useLiveRefresh(refetch: () => unknown, room: RoomName = 'zones'): void {
  useRoom(room)
  const position = useSelector((state: { feed: FeedState }) => state.feed.rooms[room]?.position ?? null)
  const latest = useRef({ refetch, position })
  latest.current = { refetch, position }
  const [refresh] = useState(() => createRefresh(() => latest.current))
  // What was fetched before the feed first spoke may be older than it.
  useEffect(() => {
    if (position !== null) refresh.moved()
  }, [refresh, position])
  useEffect(() => {
    const { moved, stop } = refresh
    document.addEventListener('visibilitychange', moved)
    return () => {
      document.removeEventListener('visibilitychange', moved)
      stop()
    }
  }, [refresh])
}

/** Fetches when the position is another than at the last time. A moment that was chosen stays, however much happens until then. */
function createRefresh(now: () => { refetch: () => unknown; position: string | null }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetched = { position: null as string | null, at: 0 }

  function fetchNow() {
    timer = undefined
    const { refetch, position } = now()
    if (document.hidden || position === null || fetched.position === position) return
    fetched = { position, at: Date.now() }
    void refetch()
  }

  return {
    moved() {
      const pause = Math.max(0, fetched.at + AT_MOST_EVERY_MS - Date.now())
      timer ??= setTimeout(fetchNow, pause + Math.random() * SPREAD_MS)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
