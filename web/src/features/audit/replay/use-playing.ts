/** Plays time at a multiple of real time until the newest event. */
import { useEffect, useRef, useState } from 'react'

export const SPEEDS = [1, 60, 600, 3_600] as const
export type Speed = (typeof SPEEDS)[number]

const FRAME_MS = 50

export interface Playing {
  playing: boolean
  pace: Speed
  play(on: boolean): void
  setPace(pace: Speed): void
}

/** `time` is the start, `until` the end, both epoch ms. */
export function usePlaying(time: number | undefined, until: number | undefined, seek: (time: number) => void): Playing {
  const [playing, play] = useState(false)
  const [pace, setPace] = useState<Speed>(60)
  const latest = useRef({ time, until, seek })
  latest.current = { time, until, seek }
  useEffect(() => {
    const { time: begin } = latest.current
    if (!playing || begin === undefined) return
    let at = begin
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const { until: end = at } = latest.current
      at = Math.min(at + (now - last) * pace, end)
      last = now
      latest.current.seek(at)
      if (at >= end) play(false)
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [playing, pace])
  return { playing, pace, play, setPace }
}
