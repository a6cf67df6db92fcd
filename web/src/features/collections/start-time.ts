/** A schedule's start as its field holds it: '2026-01-05T14:15', on the city's clocks. */

import { fieldIn } from '#rules/city-time.ts'
import { momentIn } from '#rules/wall-clock.ts'
import { cityWords } from '#web/format/city-words.ts'

/** A start that lies this far back was meant, not delayed on its way. */
const LATE_MS = 60_000

export const fieldOf = (iso: string) => fieldIn(cityWords().timeZone, Date.parse(iso))

/** What is no moment stays as it was typed, and is refused by the command's schema. */
export function isoOf(field: string): string {
  const at = momentIn(cityWords().timeZone, field)
  return Number.isNaN(at) ? field : new Date(at).toISOString()
}

/**
 * Returns what moves a start, or undefined where its field was left as it was: of an hour that comes twice the field alone does
 * not say which.
 */
export const moveOf = (field: string, scheduledStart: string) =>
  field === fieldOf(scheduledStart) ? undefined : { scheduledStart: isoOf(field) }

/** What is wrong with a start, or null. `now`: epoch ms. */
export function startProblem(field: string, now: number): string | null {
  const start = momentIn(cityWords().timeZone, field)
  if (Number.isNaN(start)) return 'Start is required'
  return start < now - LATE_MS ? 'The start lies in the past.' : null
}
