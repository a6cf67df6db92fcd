/** Where the tour stands, and what each press makes of that: pure, so that pressing twice or at an end needs no luck. */
import type { Tape } from '#contract/city/tape.ts'

type Moments = Pick<Tape, 'moments'>

export interface Playing {
  moment: number
  isPlaying: boolean
}

export type Press = 'on' | 'next' | 'back' | 'restart' | 'pause' | 'play'

const firstOf = ({ moments }: Moments, scene: number) => moments.findIndex((moment) => moment.scene === scene)

/** The beginning of the scene that an address names, from 1; the first one where it names none. */
export function startOf(tape: Moments, named: string | null): number {
  const at = firstOf(tape, Number(named ?? 1) - 1)
  return Math.max(0, at)
}

/** 'on': time has passed. Steps lead to beginnings of scenes, and from within one, back to its own. */
export function pressed(tape: Moments, playing: Playing, press: Press): Playing {
  const { moments } = tape
  const { moment, isPlaying } = playing
  const last = moments.length - 1
  const scene = moments[moment]?.scene ?? 0
  const to = (at: number, goesOn = isPlaying): Playing => ({ moment: at, isPlaying: goesOn && at < last })
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
