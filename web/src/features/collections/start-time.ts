/** A schedule's start as a datetime-local field holds it: '2026-01-05T14:15', on Accra's clocks, which show UTC. */

/** A start that lies this far back was meant, not delayed on its way. */
const LATE_MS = 60_000

export const fieldOf = (iso: string) => new Date(iso).toISOString().slice(0, 16)

export const isoOf = (field: string) => `${field}:00.000Z`

/** What is wrong with a start, or null. `now`: epoch ms. */
export function startProblem(field: string, now: number): string | null {
  const start = Date.parse(isoOf(field))
  if (Number.isNaN(start)) return 'Start is required'
  return start < now - LATE_MS ? 'The start lies in the past.' : null
}
