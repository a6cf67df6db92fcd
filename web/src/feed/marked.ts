/** Marks what arrived live for two seconds; the colour fades by a transition, so nothing moves. */
import { useEffect, useState } from 'react'
import { MARK_MS } from './room.ts'

/** Whether a row that arrived at `at` (epoch ms, as in a room's arrivals) still carries its mark. */
export function useMarked(at: number | undefined): boolean {
  const [marked, setMarked] = useState(() => at !== undefined && Date.now() - at < MARK_MS)
  useEffect(() => {
    const left = at === undefined ? 0 : at + MARK_MS - Date.now()
    setMarked(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setMarked(false), left)
    return () => clearTimeout(timer)
  }, [at])
  return marked
}
