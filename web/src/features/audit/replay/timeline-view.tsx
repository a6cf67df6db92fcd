/** The timeline with the events of the part of time that it shows. While a hand holds its handle that part stays. */
import { useState } from 'react'
import { useDensityQuery } from './calls.ts'
import { Scrubber } from './scrubber.tsx'
import { PARTS, type Span, type Window, windowOf } from './timeline.ts'

export interface TimelineProps {
  /** From the first event to the last. */
  all: Window
  time: number
  /** That is compared with. */
  second: number | undefined
  span: Span
  seek(time: number): void
}

const iso = (time: number) => new Date(time).toISOString()

export function Timeline({ all, time, second, span, seek }: TimelineProps) {
  const [held, setHeld] = useState<Window | null>(null)
  const shown = held ?? windowOf(span, time, all)
  // The end of a part of time is no part of it.
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
