/** Watches the clock of the machine: one that was set back or ahead dates what happens now wrongly. */
import { hostname } from 'node:os'
import type { ReadStore } from './read-store/read-store.ts'
import { inWords, type Look, type Trouble } from './troubles.ts'

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

/** A clock that goes ahead by less may be that of a machine that slept. */
const FORWARD_MS = 86_400_000
/** How long a step ahead is told while nobody sets the clock back, in ms: a machine may have slept for days. */
const FORWARD_TOLD_MS = 86_400_000

/**
 * Returns a function that is to be asked now and then, and tells whether the clock was set back during the last hour, or has gone
 * ahead by a day or more and was not set right since.
 */
export function watchClock(clocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }) {
  let ahead = clocks.wall() - clocks.steady()
  let back: { by: number; at: number } | undefined
  let forward: { by: number; at: number } | undefined
  return (): Trouble[] => {
    const steady = clocks.steady()
    const now = clocks.wall() - steady
    const step = now - ahead
    ahead = now
    if (step < -SLACK_MS) {
      back = { by: -step, at: steady }
      forward = undefined
    } else if (step >= FORWARD_MS) forward = { by: step, at: steady }
    const troubles: Trouble[] = []
    if (back && steady - back.at <= TOLD_MS)
      troubles.push({
        reason: `The server's clock was set back by ${inWords(back.by)}: what happens now may be dated before what happened earlier.`,
      })
    if (forward && steady - forward.at <= FORWARD_TOLD_MS)
      troubles.push({
        reason: `The server's clock went ahead by ${inWords(forward.by)}. Unless the machine slept so long, set it right: what happens now is dated in the future.`,
      })
    return troubles
  }
}

/** The trouble of a log whose last event (its time in ms) lies in the future. */
export function aheadOf(lastAt: number, now: number): Trouble[] {
  if (lastAt - now <= SLACK_MS) return []
  const reason = `The server's clock is ${inWords(lastAt - now)} behind the last event of the log. Set it right, or times will be wrong.`
  return [{ reason }]
}

/** By how much a process's clock may differ from that of its database, in ms. */
const DIFFERENCE_MS = 60_000

/**
 * Names a process whose clock differs from its database's by more than a minute. All processes ask the same server, so two that
 * are not named differ by two minutes at most. What the answer took is in favour of the clock.
 */
export function lookAtServerClock(
  { serverTime }: Pick<ReadStore, 'serverTime'>,
  processName: string,
  wall = () => Date.now(),
): Look {
  return async () => {
    const asked = wall()
    // That it does not answer is told by the look at the database.
    const server = (await serverTime?.().catch(() => undefined))?.getTime()
    if (server === undefined) return []
    const answered = wall()
    const [ahead, behind] = [asked - server, server - answered]
    const off = Math.max(ahead, behind)
    if (off <= DIFFERENCE_MS) return []
    const reason = `The clock of ${processName} (${hostname()}) is ${inWords(off)} ${ahead > 0 ? 'ahead of' : 'behind'} that of MongoDB's server: its times and delays are wrong. Set both clocks right.`
    return [{ reason }]
  }
}
