/** Formats a site's load and the age of its composition. */
import type { Site } from '#contract/views.ts'
import { amount, withUnit } from '#web/lib/format/numbers.ts'
import { inCity } from '#web/lib/format/times.ts'

const dateAndTime = inCity({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })

/** Formats as '5 Jan 2026, 14:15'. */
export function lastUpdated({ lastUpdated: iso }: Pick<Site, 'lastUpdated'>): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? 'Unknown time' : dateAndTime(at)
}

/** Formats as '754.2 of 1,000 t'. */
export const loadText = ({ currentCapacity, maxCapacity }: Pick<Site, 'currentCapacity' | 'maxCapacity'>) =>
  `${amount(currentCapacity)} of ${withUnit(amount(maxCapacity), 't')}`
