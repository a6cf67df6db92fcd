/** Start of a schedule as a field value: '2026-01-05T14:15' in the city's time zone. */

import { fieldIn } from '#domain/city-time.ts'
import { momentIn } from '#domain/wall-clock.ts'
import { cityTerms } from '#web/lib/format/city-terms.ts'

/** Tolerance for a delayed request, in ms; an earlier start is an error. */
const LATE_MS = 60_000

export const fieldOf = (iso: string) => fieldIn(cityTerms().timeZone, Date.parse(iso))

/** Returns invalid text unchanged; the command's schema rejects it. */
export function isoOf(field: string): string {
  const at = momentIn(cityTerms().timeZone, field)
  return Number.isNaN(at) ? field : new Date(at).toISOString()
}

/**
 * Returns the change of a start; undefined if the field is unchanged.
 * In an hour that clocks repeat, the field alone is ambiguous.
 */
export const moveOf = (field: string, scheduledStart: string) =>
  field === fieldOf(scheduledStart) ? undefined : { scheduledStart: isoOf(field) }

/**
 * Returns the error of a start, or null.
 * `now` is epoch ms.
 */
export function startProblem(field: string, now: number): string | null {
  const start = momentIn(cityTerms().timeZone, field)
  if (Number.isNaN(start)) return 'Start is required'
  return start < now - LATE_MS ? 'The start lies in the past.' : null
}
