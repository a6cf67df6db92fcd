/** Keeps what is fetched in step with the feed: fetched again when the log has moved on, not more often than bearable. */
import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import type { FeedState } from './slice.ts'
import { useRoom } from './use-room.ts'

const AT_MOST_EVERY_MS = 2_000
/** All boards hear of a change at once: each asks at a moment of its own, so that they don't hold up the server together. */
const SPREAD_MS = 600

/** Calls `refetch` soon after the position of the feed has changed, at most every 2 s, and only while the page is visible. */
export function useLiveRefresh(refetch: () => unknown): void {
  useRoom('zones')
  const position = useSelector((state: { feed: FeedState }) => state.feed.rooms.zones?.position ?? null)
  const fetched = useRef({ position: null as string | null, at: 0 })
  const latest = useRef(refetch)
  latest.current = refetch

  useEffect(() => {
    if (position === null) return
    const fetchNow = () => {
      // What was fetched before the feed first spoke may be older than it.
      if (document.hidden || fetched.current.position === position) return
      fetched.current = { position, at: Date.now() }
      void latest.current()
    }
    const pause = Math.max(0, fetched.current.at + AT_MOST_EVERY_MS - Date.now())
    const timer = setTimeout(fetchNow, pause + Math.random() * SPREAD_MS)
    document.addEventListener('visibilitychange', fetchNow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', fetchNow)
    }
  }, [position])
}
