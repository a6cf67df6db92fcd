/** What a resident may count on, in three steps: reported, the truck, collected. All that the card says of it is decided here. */
import type { Report, Schedule } from '#contract/views.ts'
import type { Tone } from '#web/components/badge.tsx'
import { openReport } from '#web/features/reports/open-report.ts'
import { dayTime } from '#web/format/day-times.ts'
import { type CollectionState, collectionState } from './collection-state.ts'
import { type Known, type Truck, truckOf } from './promised-truck.ts'

export interface Step {
  state: 'done' | 'now' | 'next'
  title: string
  text?: string | undefined
  /** It takes longer than was to be expected. */
  isLate?: boolean | undefined
}

export interface Promised {
  badge?: { tone: Tone; label: string } | undefined
  steps: readonly [Step, Step, Step]
  /** What to do with the bin. */
  advice?: string | undefined
  /** The collection whose truck is promised. */
  schedule?: Schedule | undefined
}

/** What was collected is of interest for so long, as a collection is. */
const RECENT_MS = 24 * 3_600_000

const badges: Record<Truck['kind'] | 'done', { tone: Tone; label: string }> = {
  'under-way': { tone: 'progress', label: 'In Progress' },
  coming: { tone: 'new', label: 'Scheduled' },
  late: { tone: 'progress', label: 'Overdue' },
  none: { tone: 'plain', label: 'No Schedule' },
  done: { tone: 'done', label: 'Completed' },
}

export function promiseOf(known: Known): Promised {
  const { reports, schedules, kept, now } = known
  const zone = collectionState(schedules, now)
  const open = openReport(reports)
  const last = open || kept ? undefined : lastCollected(reports, zone, now)
  if (last) return collected(last, now)
  const truck = truckOf(known, zone, open)
  const [first, isReported] = firstStep(open, kept, now)
  const second = { title: truck.title, text: truck.text, isLate: truck.isLate }
  return {
    badge: known.isUnheard ? undefined : badges[badgeOf(truck, zone, open ?? kept)],
    steps: [first, { ...second, state: isReported ? 'now' : 'next' }, { state: 'next', title: 'Collected' }],
    advice: truck.advice,
    schedule: truck.schedule,
  }
}

/** The zone's last collection is no news to somebody who still waits for theirs. */
function badgeOf({ kind }: Truck, zone: CollectionState, report: unknown) {
  return kind === 'none' && zone.state === 'completed' && !report ? 'done' : kind
}

/** The report whose bin was emptied lately, unless a truck of the zone is still to come, or set out after that. */
function lastCollected(reports: readonly Report[], zone: CollectionState, now: number): Report | undefined {
  const [last] = reports
    .filter(({ collectedAt }) => collectedAt !== undefined && now - Date.parse(collectedAt) < RECENT_MS)
    .sort((a, b) => (a.collectedAt! < b.collectedAt! ? 1 : -1))
  if (zone.state === 'scheduled' || (zone.state === 'none' && zone.late)) return undefined
  if (zone.state !== 'in-progress') return last
  const { startedAt } = zone.schedule
  return last?.collectedAt && startedAt && startedAt <= last.collectedAt ? last : undefined
}

const collected = ({ timestamp, collectedAt }: Report, now: number): Promised => ({
  badge: badges.done,
  steps: [
    { state: 'done', title: 'Reported', text: dayTime(timestamp, now) },
    { state: 'done', title: 'Truck came' },
    { state: 'done', title: 'Collected', text: collectedAt && dayTime(collectedAt, now) },
  ],
})

/** And whether there is a report that the server has. */
function firstStep(open: Report | undefined, kept: Known['kept'], now: number): [Step, boolean] {
  if (open) return [{ state: 'done', title: 'Reported', text: dayTime(open.timestamp, now) }, true]
  if (kept === 'sent') return [{ state: 'done', title: 'Reported' }, true]
  if (!kept) return [{ state: 'now', title: 'Report your bin when it is full' }, false]
  return [{ state: 'now', title: 'Your report is not sent yet' }, false]
}
