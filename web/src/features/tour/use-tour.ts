/** State of the tour: it plays while visible and follows presses; the address has its scene. */
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import { afterPress, startOf, type TourPress, type TourState } from './tour-state.ts'

function listen(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Visibility of the page, because the tour pauses in the background. */
const usePageVisible = (): boolean => useSyncExternalStore(listen, () => !document.hidden)

export const STEP = 'step'

export interface Tour extends TourState {
  scene: number
  /** True while the tour plays and the page is visible. */
  isRunning: boolean
  isOver: boolean
  press(press: TourPress): void
}

/** With reduced motion the user starts the tour. */
const mayBegin = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function useTour(tape: TourRecording): Tour {
  const [params, setParams] = useSearchParams()
  const [playing, press] = useReducer(
    (now: TourState, how: TourPress) => afterPress(tape, now, how),
    null,
    () => ({ moment: startOf(tape, params.get(STEP)), isPlaying: mayBegin() }),
  )
  const { moment, isPlaying } = playing
  const { scene, ms } = tape.moments[moment] as TourRecording['moments'][number]
  const isWatched = usePageVisible()
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
