/**
 * A resident's expectation in three steps: reported, truck, collected.
 * This file decides all texts of the card.
 */
import type { Report, Schedule } from '#contract/views.ts'
import { openReport } from '#web/features/reports/report-state.ts'
import { dayTime } from '#web/lib/format/times.ts'
import type { Tone } from '#web/ui/marks.tsx'
import { type CollectionState, collectionState } from './collection-state.ts'
import { type ResidentFacts, type TruckState, truckStateOf } from './expected-truck.ts'

export interface Step {
  state: 'done' | 'now' | 'next'
  title: string
  text?: string | undefined
  /** True if it takes longer than expected. */
  isLate?: boolean | undefined
}

export interface Expectation {
  badge?: { tone: Tone; label: string } | undefined
  steps: readonly [Step, Step, Step]
  /** Advice about the bin. */
  advice?: string | undefined
  /** Collection of the promised truck. */
  schedule?: Schedule | undefined
}

/** Time for which a collected report stays visible, in ms; equals that of collections. */
const RECENT_MS = 24 * 3_600_000

const badges: Record<TruckState['kind'] | 'done', { tone: Tone; label: string }> = {
  'under-way': { tone: 'progress', label: 'In Progress' },
  coming: { tone: 'new', label: 'Scheduled' },
  late: { tone: 'progress', label: 'Overdue' },
  none: { tone: 'plain', label: 'No Schedule' },
  done: { tone: 'done', label: 'Completed' },
}

export function expectationOf(known: ResidentFacts): Expectation {
  const { reports, schedules, kept, now } = known
  const zone = collectionState(schedules, now)
  const open = openReport(reports)
  const last = open || kept ? undefined : lastCollected(reports, zone, now)
  if (last) return collected(last, now)
  const truck = truckStateOf(known, zone, open)
  const [first, isReported] = firstStep(open, kept, now)
  const second = { title: truck.title, text: truck.text, isLate: truck.isLate }
  return {
    badge: known.isUnheard ? undefined : badges[badgeOf(truck, zone, open ?? kept)],
    steps: [first, { ...second, state: isReported ? 'now' : 'next' }, { state: 'next', title: 'Collected' }],
    advice: truck.advice,
    schedule: truck.schedule,
  }
}

/** Returns the badge; the zone's last collection does not concern a resident who still waits. */
function badgeOf({ kind }: TruckState, zone: CollectionState, report: unknown) {
  return kind === 'none' && zone.state === 'completed' && !report ? 'done' : kind
}

/**
 * Returns the recently collected report.
 * Returns undefined if a truck is still due or started after it.
 */
function lastCollected(reports: readonly Report[], zone: CollectionState, now: number): Report | undefined {
  const [last] = reports
    .filter(({ collectedAt }) => collectedAt !== undefined && now - Date.parse(collectedAt) < RECENT_MS)
    .sort((a, b) => (a.collectedAt! < b.collectedAt! ? 1 : -1))
  if (zone.state === 'scheduled' || (zone.state === 'none' && zone.late)) return undefined
  if (zone.state !== 'in-progress') return last
  const { startedAt } = zone.schedule
  return last?.collectedAt && startedAt && startedAt <= last.collectedAt ? last : undefined
}

const collected = ({ timestamp, collectedAt }: Report, now: number): Expectation => ({
  badge: badges.done,
  steps: [
    { state: 'done', title: 'Reported', text: dayTime(timestamp, now) },
    { state: 'done', title: 'Truck came' },
    { state: 'done', title: 'Collected', text: collectedAt && dayTime(collectedAt, now) },
  ],
})

/** Returns the first step, and whether the server has a report. */
function firstStep(open: Report | undefined, kept: ResidentFacts['kept'], now: number): [Step, boolean] {
  if (open) return [{ state: 'done', title: 'Reported', text: dayTime(open.timestamp, now) }, true]
  if (kept === 'sent') return [{ state: 'done', title: 'Reported' }, true]
  if (!kept) return [{ state: 'now', title: 'Report your bin when it is full' }, false]
  return [{ state: 'now', title: 'Your report is not sent yet' }, false]
}
