/** Timeline with the counts of its window, which is fixed during a drag. */
import { useState } from 'react'
import { useDensityQuery } from './calls.ts'
import { Scrubber } from './scrubber.tsx'
import { PARTS, type Span, type Window, windowOf } from './timeline.ts'

export interface TimelineProps {
  /** Span from the first event to the last. */
  all: Window
  time: number
  /** Time of the second moment. */
  second: number | undefined
  span: Span
  seek(time: number): void
}

const iso = (time: number) => new Date(time).toISOString()

export function Timeline({ all, time, second, span, seek }: TimelineProps) {
  const [held, setHeld] = useState<Window | null>(null)
  const shown = held ?? windowOf(span, time, all)
  // The end of a window is exclusive.
  const { data } = useDensityQuery({ from: iso(shown.from), to: iso(shown.to + 1), buckets: PARTS })
  return (
    <Scrubber
      counts={data?.counts ?? []}
      shown={shown}
      all={all}
      time={time}
      second={second}
      seek={seek}
      hold={(holds) => setHeld(holds ? shown : null)}
    />
  )
}
