/** Time span of a site's history. */
import { dayIn } from '#domain/city-time.ts'
import { cityTerms } from '#web/lib/format/city-terms.ts'

const DAY_MS = 86_400_000

export const SPANS = [30, 90, 365] as const

export interface Span {
  days: (typeof SPANS)[number]
  /** Days of the city, both included. */
  from: string
  to: string
}

/**
 * Returns the span of an address, ending today; 30 days by default.
 * `now` is epoch ms.
 */
export function spanOf(named: string | null, now: number): Span {
  const days = SPANS.find((each) => String(each) === named) ?? SPANS[0]
  const day = (at: number) => dayIn(cityTerms().timeZone, new Date(at).toISOString())
  return { days, from: day(now - (days - 1) * DAY_MS), to: day(now) }
}
