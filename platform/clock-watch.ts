/** Names a clock that was set back or ahead: what happens then is dated wrongly. */
import { hostname, uptime } from 'node:os'
import type { ReadStore } from './read-store/read-store.ts'
import { inWords, type Look, type Trouble } from './troubles.ts'

/** Smaller steps back are normal corrections, in ms. */
const BACK_MS = 5_000
/** Smaller steps ahead are normal corrections, in ms. */
const FORWARD_MS = 60_000
/** How long a step back is reported, in ms. */
const BACK_REPORTED_MS = 3_600_000
/** How long a step ahead is reported unless the clock is set back, in ms. It may have been a correction. */
const FORWARD_REPORTED_MS = 86_400_000

interface Clocks {
  /** Time of day, in ms. */
  wall(): number
  /** Milliseconds since the machine started, sleep included. Nobody can set it. */
  steady(): number
}

const MACHINE: Clocks = { wall: () => Date.now(), steady: () => uptime() * 1_000 }

/**
 * Returns a function to call now and then. It reports a clock that was set back in the last hour, or ahead by a minute or more
 * in the last day and not back since. A machine that slept is not reported: its uptime went on as well.
 */
export function watchClock(clocks: Clocks = MACHINE) {
  let ahead = clocks.wall() - clocks.steady()
  let back: { by: number; at: number } | undefined
  let forward: { by: number; at: number } | undefined
  return (): Trouble[] => {
    const steady = clocks.steady()
    const now = clocks.wall() - steady
    const step = now - ahead
    ahead = now
    if (step < -BACK_MS) {
      back = { by: -step, at: steady }
      forward = undefined
    } else if (step >= FORWARD_MS) forward = { by: step, at: steady }
    const troubles: Trouble[] = []
    if (back && steady - back.at <= BACK_REPORTED_MS)
      troubles.push({
        reason: `The server's clock was set back by ${inWords(back.by)}: what happens now may be dated before what happened earlier.`,
      })
    if (forward && steady - forward.at <= FORWARD_REPORTED_MS)
      troubles.push({
        reason: `The server's clock was set ahead by ${inWords(forward.by)}. Unless it was wrong before, or the machine was paused, set it back: what happens now is dated in the future.`,
      })
    return troubles
  }
}

/** The trouble of a log whose last event (its time in ms) lies in the future. */
export function aheadOf(lastAt: number, now: number): Trouble[] {
  if (lastAt - now <= BACK_MS) return []
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
