/** When a job that fails is tried next, in words. */
import { withUnit } from '#web/format/numbers.ts'

/** 'In 12 s', 'Now' once that is over, and 'Not by itself'. `now`: epoch ms. */
export function nextTry(at: string | undefined, now: number): string {
  if (at === undefined) return 'Not by itself'
  const left = Math.ceil((Date.parse(at) - now) / 1_000)
  return left > 0 ? `In ${withUnit(left, 's')}` : 'Now'
}
