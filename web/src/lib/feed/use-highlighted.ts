/**
 * Highlights live arrivals for two seconds.
 * The colour fades by a transition, so nothing moves.
 */
import { useEffect, useState } from 'react'
import { HIGHLIGHT_MS } from './room.ts'

/** Returns true while a row that arrived at `at` (epoch ms) is highlighted. */
export function useHighlighted(at: number | undefined): boolean {
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
