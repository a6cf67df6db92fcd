/** Text of a failing job's next attempt. */
import { withUnit } from '#web/lib/format/numbers.ts'

/**
 * Formats as 'In 12 s', 'Now' once due, or 'Not by itself'.
 * `now` is epoch ms.
 */
export function nextAttempt(at: string | undefined, now: number): string {
  if (at === undefined) return 'Not by itself'
  const left = Math.ceil((Date.parse(at) - now) / 1_000)
  return left > 0 ? `In ${withUnit(left, 's')}` : 'Now'
}
