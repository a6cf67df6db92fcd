/** State of the tour: it plays while visible and follows presses; the address has its scene. */
import { useEffect, useReducer, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Tape } from '#contract/city/tape.ts'
import { type Playing, type Press, pressed, startOf } from './playing.ts'
import { useWatched } from './use-watched.ts'

export const STEP = 'step'

export interface Tour extends Playing {
  scene: number
  /** True while the tour plays and the page is visible. */
  isRunning: boolean
  isOver: boolean
  press(press: Press): void
}

/** With reduced motion the user starts the tour. */
const mayBegin = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function useTour(tape: Tape): Tour {
  const [params, setParams] = useSearchParams()
  const [playing, press] = useReducer(
    (now: Playing, how: Press) => pressed(tape, now, how),
    null,
    () => ({ moment: startOf(tape, params.get(STEP)), isPlaying: mayBegin() }),
  )
  const { moment, isPlaying } = playing
  const { scene, ms } = tape.moments[moment] as Tape['moments'][number]
  const isWatched = useWatched()
  const isRunning = isPlaying && isWatched
  usePassing(moment, ms, isRunning, () => press('on'))
  const named = String(scene + 1)
  useEffect(() => {
    if (params.get(STEP) !== named) setParams({ [STEP]: named }, { replace: true })
  }, [params, named, setParams])
  return { ...playing, scene, isRunning, isOver: moment === tape.moments.length - 1, press }
}

/** Calls `passed` once the moment's time is over; pauses do not count. */
function usePassing(moment: number, ms: number, isRunning: boolean, passed: () => void): void {
  const latest = useRef(passed)
  latest.current = passed
  const seen = useRef({ moment, ms: 0 })
  useEffect(() => {
    if (seen.current.moment !== moment) seen.current = { moment, ms: 0 }
    if (!isRunning) return
    const since = performance.now()
    const timer = setTimeout(() => latest.current(), ms - seen.current.ms)
    return () => {
      clearTimeout(timer)
      seen.current.ms += performance.now() - since
    }
  }, [moment, ms, isRunning])
}
