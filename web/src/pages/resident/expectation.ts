/**
 * Shows a resident three steps: reported, truck, collected.
 * All texts of the card come from this file.
 */

import { plural, t } from '@lingui/core/macro'
import type { Report, Schedule, ZoneStatus } from '#contract/views.ts'
import { describeUncollectedReason, findOpenReport } from '#web/features/reports/report-state.ts'
import { describeBinsOutRequest, isOverdue } from '#web/features/schedules/collections.tsx'
import {
  formatDayAndTime,
  formatRecentTime,
  formatShortDay,
  formatTimeOfDay,
  formatTimeRange,
  relativeDayOf,
} from '#web/lib/format/times.ts'
import type { BadgeTone } from '#web/ui/marks.tsx'

type CollectionState =
  | { state: 'in-progress'; schedule: Schedule }
  | { state: 'scheduled'; schedule: Schedule }
  | { state: 'completed'; schedule: Schedule; at: string }
  /**
   * No collection of the zone is planned.
   * `late` is a collection whose time has passed without a confirmation that the zone was collected.
   */
  | { state: 'none'; late?: Schedule }

/** Time in ms for which a collection counts as recent (specification, section 9). */
const RECENT_MS = 24 * 3_600_000

/**
 * Returns a zone's collection state.
 * `schedules` may have any order; `now` is epoch ms.
 */
export function describeCollectionState(schedules: readonly Schedule[], now: number): CollectionState {
  const byStart = [...schedules].sort((a, b) => Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart))
  const planned = byStart.filter(({ status }) => status === 'scheduled')
  const current =
    byStart.find(({ status }) => status === 'in-progress') ?? planned.find((schedule) => contains(schedule, now))
  if (current) return { state: 'in-progress', schedule: current }
  const next = planned.find(({ scheduledStart }) => Date.parse(scheduledStart) > now)
  if (next) return { state: 'scheduled', schedule: next }
  return planned.length > 0 ? { state: 'none', late: planned.at(-1) } : lastCompleted(schedules, now)
}

function contains({ scheduledStart, estimatedCompletion }: Schedule, now: number): boolean {
  return Date.parse(scheduledStart) <= now && now < Date.parse(estimatedCompletion)
}

function lastCompleted(schedules: readonly Schedule[], now: number): CollectionState {
  const ended = schedules
    .filter(({ status }) => status === 'completed')
    .map((schedule) => ({ schedule, at: schedule.completedAt ?? schedule.estimatedCompletion }))
    .filter(({ at }) => now - Date.parse(at) < RECENT_MS)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0]
  return ended ? { state: 'completed', ...ended } : { state: 'none' }
}

export interface CollectionExpectationInput {
  /** The resident's own reports, newest first. */
  reports: readonly Report[]
  /** Schedules of the zone. */
  schedules: readonly Schedule[]
  usual?: ZoneStatus['usualWait'] | undefined
  /**
   * Set if this device stores a report that is not in the feed yet.
   * It is `waiting` before the report is sent, and `sent` afterwards.
   */
  kept?: 'waiting' | 'sent' | undefined
  /** True until the schedules have loaded for the first time. */
  isUnheard?: boolean
  /** Epoch ms. */
  now: number
}

interface TruckState {
  kind: 'coming' | 'under-way' | 'late' | 'none'
  title: string
  text?: string | undefined
  isLate?: boolean
  advice?: string
  schedule?: Schedule
}

const HOUR_MS = 3_600_000
const leaveOut = () => t`Please leave your bin out.`

const rangeOf = ({ scheduledStart, estimatedCompletion }: Schedule) =>
  formatTimeRange(scheduledStart, estimatedCompletion)
const openSince = ({ timestamp, reopenedAt }: Report) => reopenedAt ?? timestamp

/**
 * Returns the state of the truck for the resident's zone.
 * `open` is the resident's open report.
 * Its status takes precedence over the zone's schedule.
 */
function truckStateOf(known: CollectionExpectationInput, zone: CollectionState, open: Report | undefined): TruckState {
  const { now } = known
  const left = leftBy(zone, open, now)
  if (left) return left
  if (zone.state === 'in-progress' && zone.schedule.status === 'in-progress') return underWay(zone.schedule, open, now)
  if (open?.status === 'in-progress')
    return {
      kind: 'under-way',
      title: t`Truck on its way`,
      text: t`A truck was sent for your report.`,
      advice: leaveOut(),
    }
  if (zone.state === 'in-progress') {
    const { schedule } = zone
    const text = t`Planned for ${rangeOf(schedule)}.`
    return { kind: 'under-way', title: t`Truck due now`, text, advice: leaveOut(), schedule }
  }
  if (zone.state === 'scheduled') {
    const { schedule } = zone
    const { scheduledStart: start } = schedule
    return { kind: 'coming', title: truckComing(start, now), advice: describeBinsOutRequest(start, now), schedule }
  }
  if (zone.state === 'none' && zone.late) {
    const text = t`Nobody has confirmed the collection planned for ${rangeOf(zone.late)} yet.`
    return { kind: 'late', isLate: true, title: t`Truck is late`, text, advice: leaveOut(), schedule: zone.late }
  }
  return unplanned(known, open)
}

/** Returns the state if the truck on duty left the bin unemptied. */
function leftBy(zone: CollectionState, open: Report | undefined, now: number): TruckState | undefined {
  const text = reasonOf(open, now)
  if (!text || !open?.served) return undefined
  const title = t`The truck was at your bin`
  const schedule = zone.state === 'in-progress' && zone.schedule.status === 'in-progress' ? zone.schedule : undefined
  if (schedule && open.served.at > (schedule.startedAt ?? schedule.scheduledStart))
    return { kind: 'under-way', isLate: true, title, text, schedule }
  return open.status === 'in-progress' && !schedule ? { kind: 'under-way', isLate: true, title, text } : undefined
}

const reasonOf = (open: Report | undefined, now: number) =>
  open?.served && describeUncollectedReason(open.served, formatRecentTime(open.served.at, now))

/** Returns 'Truck coming about 14:00', or 'Truck coming tomorrow about 06:00'. */
function truckComing(start: string, now: number): string {
  const time = formatTimeOfDay(start)
  const near = relativeDayOf(start, now)
  if (near === 'today') return t`Truck coming about ${time}`
  return near === 'tomorrow'
    ? t`Truck coming tomorrow about ${time}`
    : t`Truck coming ${formatShortDay(start, now)} about ${time}`
}

function underWay(schedule: Schedule, open: Report | undefined, now: number): TruckState {
  const until = formatTimeOfDay(schedule.estimatedCompletion)
  if (isOverdue(schedule, now)) {
    const text = t`The truck was expected by ${until}. Nobody has confirmed the collection yet.`
    return { kind: 'late', isLate: true, title: t`Truck is late`, text, advice: leaveOut(), schedule }
  }
  const wasBefore = open?.status === 'new' && openSince(open) > (schedule.startedAt ?? schedule.scheduledStart)
  if (!open || wasBefore) {
    const text = wasBefore
      ? t`The truck left before you reported. If it misses your bin, the next truck will empty it.`
      : undefined
    return { kind: 'under-way', title: t`A truck is in your zone`, text, schedule }
  }
  const text = t`Expected by ${until}.`
  return { kind: 'under-way', title: t`Truck on its way`, text, advice: leaveOut(), schedule }
}

/** Returns the text for a zone without a planned truck, with the zone's usual wait if known. */
function unplanned(known: CollectionExpectationInput, open: Report | undefined): TruckState {
  if (known.isUnheard) {
    const text = t`You will see the time when you are online.`
    return { kind: 'none', title: t`Truck time not known yet`, text }
  }
  const { usual, now } = known
  const news = whatHappened(known, open)
  const sentences = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' ')
  if (!usual) {
    const text = t`There were too few collections in your zone to estimate the wait.`
    return { kind: 'none', title: t`No truck planned yet`, text: sentences(news, text) }
  }
  const wait = span(usual.hours)
  if (open && now - Date.parse(open.timestamp) > usual.hours * HOUR_MS) {
    const text = t`Most reports in your zone are collected within ${wait}. No truck is planned yet.`
    return { kind: 'none', isLate: true, title: t`Longer than usual`, text: sentences(news, text) }
  }
  const text = t`Of the last ${plural(usual.of, { one: '# report', other: '# reports' })} in your zone, 8 in 10 were collected within this time. No truck is planned yet.`
  return { kind: 'none', title: t`Truck usually within ${wait}`, text: sentences(news, text) }
}

/** Returns why an open report no longer has a truck. */
function whatHappened({ schedules, now }: CollectionExpectationInput, open: Report | undefined): string | undefined {
  const since = open ? openSince(open) : ''
  const off = schedules.filter(({ status, cancelledAt = '' }) => status === 'cancelled' && cancelledAt > since)
  const [cancelled] = off.sort((a, b) => (a.cancelledAt! < b.cancelledAt! ? 1 : -1))
  if (cancelled) return t`The collection planned for ${rangeOf(cancelled)} was cancelled.`
  const left = reasonOf(open, now)
  if (left) return left
  if (open?.reopenedAt) return t`Your report is open again because the bin was not collected.`
  const ended = schedules.filter(({ status }) => status === 'completed')
  if (!open) return ended.length > 0 ? t`The last collection in your zone is complete.` : undefined
  return ended.some(({ completedAt = '' }) => completedAt > since) ? t`The last collection missed your bin.` : undefined
}

/** Formats hours as '12 hours', '1 day' or '2 days'. */
const span = (hours: number) =>
  hours < 24
    ? plural(hours, { one: '# hour', other: '# hours' })
    : plural(Math.round(hours / 24), { one: '# day', other: '# days' })

export interface ExpectationStep {
  state: 'done' | 'now' | 'next'
  title: string
  text?: string | undefined
  /** True if this step of the collection takes longer than the resident was promised. */
  isLate?: boolean | undefined
}

export interface CollectionExpectation {
  badge?: { tone: BadgeTone; label: string } | undefined
  steps: readonly [ExpectationStep, ExpectationStep, ExpectationStep]
  /** Advice about the time to put out the bin. */
  advice?: string | undefined
  /** Schedule of the truck that was announced to the resident. */
  schedule?: Schedule | undefined
}

const badges = (): Record<TruckState['kind'] | 'done', { tone: BadgeTone; label: string }> => ({
  'under-way': { tone: 'progress', label: t`In Progress` },
  coming: { tone: 'new', label: t`Scheduled` },
  late: { tone: 'progress', label: t`Overdue` },
  none: { tone: 'plain', label: t`No Schedule` },
  done: { tone: 'done', label: t`Completed` },
})

export function collectionExpectationOf(known: CollectionExpectationInput): CollectionExpectation {
  const { reports, schedules, kept, now } = known
  const zone = describeCollectionState(schedules, now)
  const open = findOpenReport(reports)
  const last = open || kept ? undefined : lastCollected(reports, zone, now)
  if (last) return collected(last, now)
  const truck = truckStateOf(known, zone, open)
  const [first, isReported] = firstStep(open, kept, now)
  const second = { title: truck.title, text: truck.text, isLate: truck.isLate }
  return {
    badge: known.isUnheard ? undefined : badges()[badgeOf(truck, zone, open ?? kept)],
    steps: [first, { ...second, state: isReported ? 'now' : 'next' }, { state: 'next', title: t`Collected` }],
    advice: truck.advice,
    schedule: truck.schedule,
  }
}

/**
 * Returns the badge of the resident's collection card: the truck's state, or 'done'.
 * While the resident's own report is open, the badge does not say 'done'.
 */
function badgeOf({ kind }: TruckState, zone: CollectionState, report: unknown) {
  return kind === 'none' && zone.state === 'completed' && !report ? 'done' : kind
}

/**
 * Returns the resident's report that was collected last, if that is recent.
 * Returns undefined if a truck is scheduled or overdue, or has started after this collection.
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

const collected = ({ timestamp, collectedAt }: Report, now: number): CollectionExpectation => ({
  badge: badges().done,
  steps: [
    { state: 'done', title: t`Reported`, text: formatDayAndTime(timestamp, now) },
    { state: 'done', title: t`Truck came` },
    { state: 'done', title: t`Collected`, text: collectedAt && formatDayAndTime(collectedAt, now) },
  ],
})

/** Returns the first step on the resident's report card, and whether the server has a report. */
function firstStep(
  open: Report | undefined,
  kept: CollectionExpectationInput['kept'],
  now: number,
): [ExpectationStep, boolean] {
  if (open) return [{ state: 'done', title: t`Reported`, text: formatDayAndTime(open.timestamp, now) }, true]
  if (kept === 'sent') return [{ state: 'done', title: t`Reported` }, true]
  if (!kept) return [{ state: 'now', title: t`Report your bin when it is full` }, false]
  return [{ state: 'now', title: t`Your report is not sent yet` }, false]
}
