/** The span of time that a site's history is shown for. */
import { dayIn } from '#rules/city-time.ts'
import { cityWords } from '#web/format/city-words.ts'

const DAY_MS = 86_400_000

export const SPANS = [30, 90, 365] as const

export interface Span {
  days: (typeof SPANS)[number]
  /** Days of the city, both included. */
  from: string
  to: string
}

/** The days until today, as a screen's address names how many; 30 where it does not. `now`: epoch ms. */
export function spanOf(named: string | null, now: number): Span {
  const days = SPANS.find((each) => String(each) === named) ?? SPANS[0]
  const day = (at: number) => dayIn(cityWords().timeZone, new Date(at).toISOString())
  return { days, from: day(now - (days - 1) * DAY_MS), to: day(now) }
}
