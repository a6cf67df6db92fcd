/** When the bins of a zone should stand at the street. */
import { clock } from '#web/format/times.ts'

/** Bins are out this long before the start. */
const BINS_OUT_MS = 30 * 60_000

/** When the bins should be out: 'by 13:45', or 'now' when that has passed. `now`: epoch ms. */
export function binsOut(start: string, now: number): string {
  const by = Date.parse(start) - BINS_OUT_MS
  return by > now ? `by ${clock(new Date(by).toISOString())}` : 'now'
}
