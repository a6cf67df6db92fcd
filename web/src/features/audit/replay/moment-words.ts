/** How the replay writes moments, and when the one is that is asked for. */
import { inCity } from '#web/format/city-time.ts'
import type { Window } from './timeline.ts'
import type { Density, Replaying } from './use-replay.ts'

const written = inCity({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** '12 Mar 2026, 14:03:00' */
export const momentWords = (time: number): string => written(time)

/** Epoch ms. Of a position the time is known once its moment has come; until then it is that of what is shown. */
export function timeOf({ at, past, density }: Replaying): number | undefined {
  const asked = at?.includes('T') ? Date.parse(at) : Number.NaN
  if (!Number.isNaN(asked)) return asked
  const known = past.moment?.time ?? density?.last?.at
  return known === undefined ? undefined : Date.parse(known)
}

/** From the first event to the last; undefined where there is none. */
export const allOf = ({ first, last }: Density): Window | undefined =>
  first && last && { from: Date.parse(first.at), to: Date.parse(last.at) }
