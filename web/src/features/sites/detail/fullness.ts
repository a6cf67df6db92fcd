/** Fullness of a site, and the span of its history. */
import type { Site } from '#contract/views.ts'
import { dayIn } from '#domain/city-time.ts'
import { cityTerms } from '#web/lib/format/city-terms.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import type { Tone } from '#web/ui/marks.tsx'

type Load = Pick<Site, 'currentCapacity' | 'maxCapacity'>

interface Fullness {
  /** Percent of the capacity; may exceed 100. */
  percent: number
  /** Free tonnes; never below 0. */
  left: number
  status: 'Critical' | 'High' | 'Normal'
  tone: Extract<Tone, 'critical' | 'progress' | 'done'>
}

const CRITICAL_ABOVE = 90
const HIGH_ABOVE = 70

/** Fill level of a site as figures and word. */
export function fullnessOf({ currentCapacity, maxCapacity }: Load): Fullness {
  const percent = maxCapacity > 0 ? (currentCapacity / maxCapacity) * 100 : 0
  const left = Math.max(0, maxCapacity - currentCapacity)
  if (percent > CRITICAL_ABOVE) return { percent, left, status: 'Critical', tone: 'critical' }
  if (percent > HIGH_ABOVE) return { percent, left, status: 'High', tone: 'progress' }
  return { percent, left, status: 'Normal', tone: 'done' }
}

/** Formats as '75 %', '75.4 %'; rounds down, so that it never shows an uncrossed limit. */
export const fullnessText = (percent: number) => withUnit(figure(Math.floor(percent * 10 + 1e-9) / 10), '%')

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
