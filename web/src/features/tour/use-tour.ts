/** State of the tour and its recording. The tour plays only while the page is visible. The address names the scene. */

import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import address from './tape.generated.json?url'

type Moments = Pick<TourRecording, 'moments'>

interface TourState {
  moment: number
  isPlaying: boolean
}

export type TourAction = 'on' | 'next' | 'back' | 'restart' | 'pause' | 'play'

const firstOf = ({ moments }: Moments, scene: number) => moments.findIndex((moment) => moment.scene === scene)

/** Returns the first moment of the scene that the address names (counted from 1). The default is the first scene. */
export function firstMomentOfScene(tape: Moments, named: string | null): number {
  const at = firstOf(tape, Number(named ?? 1) - 1)
  return Math.max(0, at)
}

/**
 * Returns the state after a press of a button, or after 'on'.
 * 'on' is sent when the time of the present moment is over.
 * 'Next' goes to the next scene.
 * 'Back' goes to the start of the scene, then to the scene before.
 */
export function tourStateAfter(tape: Moments, playing: TourState, press: TourAction): TourState {
  const { moments } = tape
  const { moment, isPlaying } = playing
  const last = moments.length - 1
  const scene = moments[moment]?.scene ?? 0
  const to = (at: number, goesOn = isPlaying): TourState => ({ moment: at, isPlaying: goesOn && at < last })
  switch (press) {
    case 'on':
      return to(Math.min(last, moment + 1))
    case 'next': {
      const next = firstOf(tape, scene + 1)
      return to(next < 0 ? last : next)
    }
    case 'back': {
      const own = firstOf(tape, scene)
      return to(moment > own ? own : Math.max(0, firstOf(tape, scene - 1)))
    }
    case 'restart':
      return to(0, true)
    case 'pause':
      return to(moment, false)
    case 'play':
      return moment === last ? to(0, true) : to(moment, true)
  }
}

function listen(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Returns whether the page is visible. The tour pauses while it is not. */
const usePageVisible = (): boolean => useSyncExternalStore(listen, () => !document.hidden)

const STEP = 'step'

export interface Tour extends TourState {
  scene: number
  /** True while the tour plays and the page is visible. */
  isRunning: boolean
  isOver: boolean
  press(press: TourAction): void
}

/** Returns whether the tour may start without a press. A user who prefers reduced motion has to start it. */
const mayBegin = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function useTour(tape: TourRecording): Tour {
  const [params, setParams] = useSearchParams()
  const [playing, press] = useReducer(
    (now: TourState, how: TourAction) => tourStateAfter(tape, now, how),
    null,
    () => ({ moment: firstMomentOfScene(tape, params.get(STEP)), isPlaying: mayBegin() }),
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

/** Calls `passed` once the moment was shown for `ms`. Pauses do not count. */
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

async function fetchTape(): Promise<TourRecording> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The tape was answered with ${answer.status}`)
  return answer.json()
}

/** Loads the tour's recording on demand. */
export function useTourRecording() {
  const [tape, setTape] = useState<TourRecording | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    fetchTape().then(setTape, (error) => {
      console.warn('The tour could not be loaded.', error)
      setFailed(true)
    })
  }, [])
  useEffect(load, [load])
  return { tape, failed, load }
}
