/** Time at which a zone's bins should be out. */
import { clock } from '#web/lib/format/times.ts'

/** Lead before the start, in ms. */
const BINS_OUT_MS = 30 * 60_000

/**
 * Returns 'by 13:45', or 'now' after that time.
 * `now` is epoch ms.
 */
export function binsOut(start: string, now: number): string {
  const by = Date.parse(start) - BINS_OUT_MS
  return by > now ? `by ${clock(new Date(by).toISOString())}` : 'now'
}
