/**
 * A figure that counts up to its value, at first and after changes.
 * With reduced motion it changes at once.
 */
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'

const FIRST_MS = 2_500
const CHANGE_MS = 600

export interface CountUpProps {
  value: number
  /** Formats an intermediate value with its unit. */
  write(value: number): string
}

export function CountUp({ value, write }: CountUpProps) {
  const place = useRef<HTMLSpanElement>(null)
  const shown = useRef<number | null>(null)
  const latest = useRef(write)
  latest.current = write

  useEffect(() => {
    const from = shown.current ?? 0
    const lasts = shown.current === null ? FIRST_MS : CHANGE_MS
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    let frame = 0
    let begun: number | undefined
    function show(at: number) {
      shown.current = at
      if (place.current) place.current.textContent = latest.current(at)
    }
    function step(now: number) {
      begun ??= now
      const passed = Math.min(1, (now - begun) / lasts)
      show(passed === 1 ? value : from + (value - from) * (1 - (1 - passed) ** 3))
      if (passed < 1) frame = requestAnimationFrame(step)
    }
    if (still || from === value) show(value)
    else frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])

  return (
    <>
      {/* The animation writes to the DOM sixty times a second, past React.
         Screen readers read the final value. */}
      <span ref={place} aria-hidden="true" />
      <VisuallyHidden>{write(value)}</VisuallyHidden>
    </>
  )
}
