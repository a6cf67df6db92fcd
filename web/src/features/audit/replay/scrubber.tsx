/** Timeline with event counts and a draggable handle. */
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import { exactTime } from '#web/lib/format/times.ts'
import { momentWords } from './moment-words.ts'
import classes from './replay.module.css'
import { heightsOf, shareOf, timeAfterKey, timeAt, type Window, within } from './timeline.ts'

export interface ScrubberProps {
  counts: readonly number[]
  /** Visible window, and the whole span. */
  shown: Window
  all: Window
  time: number
  /** Time of the second moment, which has a mark. */
  second: number | undefined
  seek(time: number): void
  /** Reports the start and end of a drag. */
  hold(held: boolean): void
}

export function Scrubber({ counts, shown, all, time, second, seek, hold }: ScrubberProps) {
  const held = useRef(false)
  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(within(timeAt((clientX - left) / width, shown), all))
  }
  function take(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = true
    hold(true)
    follow(event)
  }
  function leave() {
    held.current = false
    hold(false)
  }
  function press(event: KeyboardEvent) {
    const next = timeAfterKey(event.key, time, shown, all)
    if (next === undefined) return
    event.preventDefault()
    seek(next)
  }
  return (
    <div
      className={classes.scrubber}
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={all.from}
      aria-valuemax={all.to}
      aria-valuenow={time}
      aria-valuetext={exactTime(new Date(time).toISOString())}
      onPointerDown={take}
      onPointerMove={(event) => held.current && follow(event)}
      onPointerUp={leave}
      onPointerCancel={leave}
      onKeyDown={press}
    >
      <Bars counts={counts} />
      {second !== undefined && <span className={classes.second} style={{ left: `${shareOf(second, shown) * 100}%` }} />}
      <span className={classes.handle} style={{ left: `${shareOf(time, shown) * 100}%` }} />
      <span className={classes.ends} aria-hidden="true">
        <span>{momentWords(shown.from)}</span>
        <span>{momentWords(shown.to)}</span>
      </span>
    </div>
  )
}

const HEIGHT = 40

const Bars = memo(function Bars({ counts }: { counts: readonly number[] }) {
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${counts.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {heightsOf(counts).map((height, part) =>
        height > 0 ? (
          // Bars have a fixed order.
          <rect key={part} x={part} width={0.8} y={HEIGHT * (1 - height)} height={HEIGHT * height} />
        ) : null,
      )}
    </svg>
  )
})
