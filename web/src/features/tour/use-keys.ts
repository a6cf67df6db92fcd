/**
 * Keys of the tour with any focus: space pauses and plays, arrows step.
 * Each has a button too.
 */
import { useCallback, useEffect, useRef } from 'react'
import type { Tour } from './use-tour.ts'

/** Elements with their own use of these keys, except the tour's buttons. */
const OWN_KEYS = 'button, a, input, select, textarea, table, [role]:not([role="status"], [role="region"])'
const STEPS = '[data-step]'

/** Returns the listener for iframes, whose key events do not reach the page. */
export function useKeys(tour: Tour): (event: KeyboardEvent) => void {
  const latest = useRef(tour)
  latest.current = tour
  const onKey = useCallback((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey) return
    const at = event.target as Element
    const isOwn = at.closest(OWN_KEYS) !== null
    const { isPlaying, press } = latest.current
    if (key === ' ' && !isOwn) {
      // Space would scroll the page.
      event.preventDefault()
      press(isPlaying ? 'pause' : 'play')
    }
    if (isOwn && !at.closest(STEPS)) return
    if (key === 'ArrowRight') press('next')
    if (key === 'ArrowLeft') press('back')
  }, [])
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
  return onKey
}
