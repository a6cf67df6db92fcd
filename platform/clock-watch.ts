/** Watches the clock of the machine: one that was set back dates what happens now before what happened earlier. */
import { inWords, type Trouble } from './troubles.ts'

/** What a clock may be adjusted by without a word, in ms. */
const SLACK_MS = 5_000
/** So long a step back is told, in ms. */
const TOLD_MS = 3_600_000

interface Clocks {
  /** The time of day, in ms. */
  wall(): number
  /** Only ever goes forward, in ms. */
  steady(): number
}

/** To be asked now and then; each time tells whether the clock was set back during the last hour. */
export function watchClock(clocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }) {
  let ahead = clocks.wall() - clocks.steady()
  let back: { by: number; at: number } | undefined
  return (): Trouble[] => {
    const steady = clocks.steady()
    const now = clocks.wall() - steady
    if (now < ahead - SLACK_MS) back = { by: ahead - now, at: steady }
    ahead = now
    if (!back || steady - back.at > TOLD_MS) return []
    return [
      {
        reason: `The server's clock was set back by ${inWords(back.by)}: what happens now may be dated before what happened earlier.`,
      },
    ]
  }
}

/** The trouble of a log whose last event (its time in ms) lies in the future. */
export function aheadOf(lastAt: number, now: number): Trouble[] {
  if (lastAt - now <= SLACK_MS) return []
  const reason = `The server's clock is ${inWords(lastAt - now)} behind the last event of the log. Set it right, or times will be wrong.`
  return [{ reason }]
}
