/** Formats moments of the replay, and returns the requested time. */
import { inCity } from '#web/lib/format/times.ts'
import type { Window } from './timeline.ts'
import type { Density, ReplayScreenState } from './use-replay.ts'

const written = inCity({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Formats as '12 Mar 2026, 14:03:00'. */
export const momentWords = (time: number): string => written(time)

/**
 * Returns epoch ms.
 * A position's time is known once it has loaded; until then the visible one's applies.
 */
export function timeOf({ at, past, density }: ReplayScreenState): number | undefined {
  const asked = at?.includes('T') ? Date.parse(at) : Number.NaN
  if (!Number.isNaN(asked)) return asked
  const known = past.moment?.time ?? density?.last?.at
  return known === undefined ? undefined : Date.parse(known)
}

/** Returns the span from the first event to the last; undefined without events. */
export const allOf = ({ first, last }: Density): Window | undefined =>
  first && last && { from: Date.parse(first.at), to: Date.parse(last.at) }
