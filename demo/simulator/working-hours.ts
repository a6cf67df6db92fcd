/** Working hours of dispatchers, drivers and recyclers: 6:30 to 16:30, every day. */
import type { Random } from './random.ts'
import { DAY_MS, epochDayOf } from './rhythm.ts'

export const MINUTE_MS = 60_000
const [OPENS, CLOSES] = [6.5 * 60 * MINUTE_MS, 16.5 * 60 * MINUTE_MS]

/**
 * Returns the time itself (ms) if it is within working hours.
 * Otherwise returns a time in the first 45 minutes of the next working hours.
 */
export function nextWorkingTime(time: number, random: Random): number {
  const inDay = time - epochDayOf(time) * DAY_MS
  if (inDay >= OPENS && inDay <= CLOSES) return time
  const day = epochDayOf(time) + (inDay > CLOSES ? 1 : 0)
  return day * DAY_MS + OPENS + random.between(0, 45) * MINUTE_MS
}
