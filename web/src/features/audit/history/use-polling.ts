/** Polls while `on` is true. */
import { useEffect } from 'react'

export const POLL_INTERVAL_MS = 1_500

export function usePolling(on: boolean, ask: () => unknown): void {
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => void ask(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [on, ask])
}
