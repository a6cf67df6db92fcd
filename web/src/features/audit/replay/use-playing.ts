/** Plays the past at a multiple of real time, or steps from event to event. */
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { POLL_INTERVAL_MS, useLazyAuditEventsQuery } from '#web/features/audit/history/calls.ts'
import { percentIndexed } from '#web/features/audit/history/history.ts'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { withUnit } from '#web/lib/format/numbers.ts'

export const SPEEDS = [1, 60, 600, 3_600] as const
export type Speed = (typeof SPEEDS)[number]

const FRAME_MS = 50

export interface Playback {
  playing: boolean
  pace: Speed
  play(on: boolean): void
  setPace(pace: Speed): void
}

/** Plays from `time` to `until`, both in epoch ms. */
export function usePlayback(
  time: number | undefined,
  until: number | undefined,
  seek: (time: number) => void,
): Playback {
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

export interface EventStepper {
  /** Says why the last step failed; '' after a success. */
  said: string
  stepping: boolean
  step(way: 'back' | 'forward'): void
}

function endText(way: 'back' | 'forward', thing: string | null): string {
  if (thing !== null) return way === 'back' ? t`No earlier events for this item.` : t`No later events for this item.`
  return way === 'back' ? t`No earlier events.` : t`No later events.`
}

/**
 * Returns functions that step from the visible event at `position`.
 * `thing` limits the steps to one object, such as `truck:T001`; null means all events.
 */
export function useEventStepper(
  position: string | undefined,
  thing: string | null,
  go: (at: string) => void,
): EventStepper {
  const [ask, { isFetching }] = useLazyAuditEventsQuery()
  const [said, setSaid] = useState('')
  /** Counts the steps, so that results of earlier steps can be ignored. */
  const last = useRef(0)
  useEffect(() => () => void last.current++, [])
  async function lead(way: 'back' | 'forward') {
    if (position === undefined) return
    const from = Number(position)
    const where = way === 'back' ? { before: from } : { after: from }
    const own = ++last.current
    while (own === last.current) {
      const { data, error } = await ask({ ...where, limit: 1, ...(thing !== null && { thing }) })
      if (own !== last.current) return
      const isLater = (error as Failure | undefined)?.status === 503
      if (error) setSaid(failureText(error, t`The event could not be found. Please try again in a moment.`))
      else if (data?.preparing)
        setSaid(t`Indexing history: ${{ percent: withUnit(percentIndexed(data.preparing), '%') }} of the log…`)
      else {
        const [event] = data?.events ?? []
        if (event) go(String(event.position))
        setSaid(event ? '' : endText(way, thing))
      }
      if (!data?.preparing && !isLater) return
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
  }
  return { said, stepping: isFetching, step: (way) => void lead(way) }
}
