/** Reports a wrongly set clock, which gives events wrong times. */
import { hostname, uptime } from 'node:os'
import { formatLargestUnit, type HealthCheck, type HealthProblem } from './health-checks.ts'
import type { ReadStore } from './read-store/read-store.ts'

/** Backward clock steps up to this size, in ms, are normal corrections. */
const BACK_MS = 5_000
/** Forward jumps of the clock up to this size, in ms, are normal corrections. */
const FORWARD_MS = 60_000
/** Time in ms for which a clock that was set back is reported. */
const BACK_REPORTED_MS = 3_600_000
/**
 * Maximum time in ms for which a clock set ahead is reported.
 * The report ends earlier if the clock is set back.
 * Afterwards, the new time counts as a correction of the clock.
 */
const FORWARD_REPORTED_MS = 86_400_000

interface Clocks {
  /** Time of day, in ms. */
  wall(): number
  /**
   * Time in ms since the machine started, including sleep.
   * It can't be set.
   */
  steady(): number
}

const MACHINE: Clocks = { wall: () => Date.now(), steady: () => uptime() * 1_000 }

/**
 * Returns a function that checks the machine's clock for jumps; call it periodically.
 * If the clock was set back, it reports this for an hour.
 * If the clock was set ahead by a minute or more, it reports this for a day.
 * This report ends earlier if the clock is set back.
 * Ignores the machine's sleep, because the uptime includes sleep.
 */
export function createClockJumpCheck(clocks: Clocks = MACHINE) {
  let ahead = clocks.wall() - clocks.steady()
  let back: { by: number; at: number } | undefined
  let forward: { by: number; at: number } | undefined
  return (): HealthProblem[] => {
    const steady = clocks.steady()
    const now = clocks.wall() - steady
    const step = now - ahead
    ahead = now
    if (step < -BACK_MS) {
      back = { by: -step, at: steady }
      forward = undefined
    } else if (step >= FORWARD_MS) forward = { by: step, at: steady }
    const troubles: HealthProblem[] = []
    if (back && steady - back.at <= BACK_REPORTED_MS)
      troubles.push({
        reason: `The server's clock was set back by ${formatLargestUnit(back.by)}: new events may be dated before earlier ones.`,
      })
    if (forward && steady - forward.at <= FORWARD_REPORTED_MS)
      troubles.push({
        reason: `The server's clock was set ahead by ${formatLargestUnit(forward.by)}. Unless it was wrong before, or the machine was paused, set it back: new events are dated in the future.`,
      })
    return troubles
  }
}

/** Returns a health problem if the log's last event, at `lastAt` (ms), is in the future. */
export function checkLogTime(lastAt: number, now: number): HealthProblem[] {
  if (lastAt - now <= BACK_MS) return []
  const reason = `The server's clock is ${formatLargestUnit(lastAt - now)} behind the last event of the log. Set it right, or times will be wrong.`
  return [{ reason }]
}

/** Tolerated difference between a process's clock and its database's, in ms. */
const DIFFERENCE_MS = 60_000

/**
 * Reports a process whose clock differs from the database's clock by over a minute.
 * All processes compare with the same database server.
 * Two processes without a report thus differ by two minutes at most.
 * The duration of the time request is not counted as a difference.
 */
export function checkServerClock(
  { serverTime }: Pick<ReadStore, 'serverTime'>,
  processName: string,
  wall = () => Date.now(),
): HealthCheck {
  return async () => {
    const asked = wall()
    // Ignores a failed read of the server's time, because the database's health check reports it.
    const server = (await serverTime?.().catch(() => undefined))?.getTime()
    if (server === undefined) return []
    const answered = wall()
    const [ahead, behind] = [asked - server, server - answered]
    const off = Math.max(ahead, behind)
    if (off <= DIFFERENCE_MS) return []
    const reason = `The clock of ${processName} (${hostname()}) is ${formatLargestUnit(off)} ${ahead > 0 ? 'ahead of' : 'behind'} that of MongoDB's server: its times and delays are wrong. Set both clocks right.`
    return [{ reason }]
  }
}
