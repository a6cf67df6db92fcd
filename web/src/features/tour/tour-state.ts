/** State of the tour as a pure function of presses. */
import type { TourRecording } from '#contract/demo/tour-recording.ts'

type Moments = Pick<TourRecording, 'moments'>

export interface TourState {
  moment: number
  isPlaying: boolean
}

export type TourPress = 'on' | 'next' | 'back' | 'restart' | 'pause' | 'play'

const firstOf = ({ moments }: Moments, scene: number) => moments.findIndex((moment) => moment.scene === scene)

/** Returns the start of the scene in the address, from 1; the first scene by default. */
export function startOf(tape: Moments, named: string | null): number {
  const at = firstOf(tape, Number(named ?? 1) - 1)
  return Math.max(0, at)
}

/**
 * Returns the next state; 'on' is the passing of time.
 * Steps lead to starts of scenes; back leads first to the current scene's start.
 */
export function afterPress(tape: Moments, playing: TourState, press: TourPress): TourState {
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
