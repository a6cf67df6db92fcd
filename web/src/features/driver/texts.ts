/** Texts of stops: places and outcomes. */
import { plural, t } from '@lingui/core/macro'
import { referenceOf } from '#domain/reference.ts'
import { exceptionLabels } from '#web/lib/format/bins.ts'
import { formatTimeOfDay } from '#web/lib/format/times.ts'
import type { Stop, UnsentCounts } from '#web/lib/outbox/stored-action.ts'
import { isServed, type RouteSheetStop } from './sheet-state.ts'

const shortReference = ({ reportId }: Stop) => referenceOf('report', reportId)

/**
 * Returns the lines that describe a stop's place, the most precise first.
 * Returns the stop's reference if nothing is known.
 */
export function placeLines(stop: Stop): readonly [string, ...string[]] {
  const { digitalAddress, plusCode, landmark, lat } = stop.place ?? {}
  const reference = shortReference(stop)
  const lines = [digitalAddress, landmark, plusCode].filter((line): line is string => Boolean(line))
  const [first, ...others] = lines
  if (!first && lat !== undefined) return [t`Pin on the map (${reference})`]
  return first ? [first, ...others] : [t`Place not known (${reference})`]
}

export const placeTitle = (stop: Stop): string => placeLines(stop)[0]

/** Returns the state of a stop in words; undefined while it is open. */
export function outcomeText(stop: RouteSheetStop): string | undefined {
  const { collected, outcome, exception, servedAt } = stop
  if (!isServed(stop)) return undefined
  const time = servedAt ? formatTimeOfDay(servedAt) : ''
  if (outcome === undefined) return t`Marked as collected by a dispatcher`
  if (outcome === 'collected' || collected) return t`Collected ${time}`
  const reason = exception ? exceptionLabels()[exception] : ''
  return t`Not collected ${time}: ${reason}`
}

/** Returns a text such as 'Not sent yet: 7 stops, 2 photos', or '' if everything was sent. */
export function unsentActionsText({ stops, photos, steps }: UnsentCounts): string {
  const parts = [
    stops > 0 && plural(stops, { one: '# stop', other: '# stops' }),
    photos > 0 && plural(photos, { one: '# photo', other: '# photos' }),
    steps > 0 && plural(steps, { one: '# step', other: '# steps' }),
  ]
  const list = parts.filter(Boolean).join(', ')
  return list && t`Not sent yet: ${list}`
}
