/** When a collection may start: not in the past, and not so far ahead that its truck would be taken for good. */
import { type Rejection, reject } from '#contract/problems.ts'

/** A start that lies this far back was meant, not delayed on its way. */
const LATE_MS = 60_000
const AHEAD_MS = 365 * 24 * 60 * 60_000

/** Why a start can't be, if it can't. */
export function refuseStart(start: Date, now: Date): Rejection | undefined {
  const ahead = start.getTime() - now.getTime()
  if (ahead < -LATE_MS) return reject('bad-request', 'The start lies in the past.')
  return ahead > AHEAD_MS ? reject('bad-request', 'The start lies more than a year ahead.') : undefined
}
