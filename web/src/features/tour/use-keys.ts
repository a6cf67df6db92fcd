/** The tour's keys, wherever the focus is: space pauses and plays, arrows step. Each has a button of its own, too. */
import { useCallback, useEffect, useRef } from 'react'
import type { Tour } from './use-tour.ts'

/** What has a use of its own for these keys, but for the buttons of the tour itself. */
const OWN_KEYS = 'button, a, input, select, textarea, table, [role]:not([role="status"], [role="region"])'
const STEPS = '[data-step]'

/** Answers the listener for the documents within the page, which tell nobody else of their keys. */
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
      // It would scroll.
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
