/** Second step of a resident's expectation: the truck's time, its place, or the usual wait. */
import type { Report, Schedule, ZoneStatus } from '#contract/views.ts'
import { binsOut } from '#web/features/schedules/my-zone/bins-out.ts'
import { isOverdue } from '#web/features/schedules/my-zone/schedule-filters.ts'
import { counted } from '#web/lib/format/numbers.ts'
import { aboutTime, clock, timeRange } from '#web/lib/format/times.ts'
import type { CollectionState } from './collection-state.ts'

export interface ResidentFacts {
  /** The resident's own reports, newest first. */
  reports: readonly Report[]
  /** Schedules of the zone. */
  schedules: readonly Schedule[]
  usual?: ZoneStatus['usualWait'] | undefined
  /** A report of this device that is in no row yet: unsent, or sent. */
  kept?: 'waiting' | 'sent' | undefined
  /** True until the schedules have loaded once. */
  isUnheard?: boolean
  /** Epoch ms. */
  now: number
}

export interface TruckState {
  kind: 'coming' | 'under-way' | 'late' | 'none'
  title: string
  text?: string | undefined
  isLate?: boolean
  advice?: string
  schedule?: Schedule
}

const HOUR_MS = 3_600_000
const LEAVE_OUT = 'Please leave your bin out.'

const rangeOf = ({ scheduledStart, estimatedCompletion }: Schedule) => timeRange(scheduledStart, estimatedCompletion)
const openSince = ({ timestamp, reopenedAt }: Report) => reopenedAt ?? timestamp

/**
 * Returns the state of the truck.
 * `open` is the resident's open report; its status outranks schedules.
 */
export function truckStateOf(known: ResidentFacts, zone: CollectionState, open: Report | undefined): TruckState {
  const { now } = known
  if (zone.state === 'in-progress' && zone.schedule.status === 'in-progress') return underWay(zone.schedule, open, now)
  if (open?.status === 'in-progress')
    return { kind: 'under-way', title: 'Truck on its way', text: 'It was sent for your report.', advice: LEAVE_OUT }
  if (zone.state === 'in-progress') {
    const { schedule } = zone
    const text = `Planned for ${rangeOf(schedule)}.`
    return { kind: 'under-way', title: 'Truck due now', text, advice: LEAVE_OUT, schedule }
  }
  if (zone.state === 'scheduled') {
    const { schedule } = zone
    const { scheduledStart: start } = schedule
    const advice = `Please have your bin out ${binsOut(start, now)}.`
    return { kind: 'coming', title: `Truck coming ${aboutTime(start, now)}`, advice, schedule }
  }
  if (zone.state === 'none' && zone.late) {
    const text = `The collection planned for ${rangeOf(zone.late)} has not been confirmed yet.`
    return { kind: 'late', isLate: true, title: 'Truck is late', text, advice: LEAVE_OUT, schedule: zone.late }
  }
  return unplanned(known, open)
}

function underWay(schedule: Schedule, open: Report | undefined, now: number): TruckState {
  const until = clock(schedule.estimatedCompletion)
  if (isOverdue(schedule, now)) {
    const text = `It was expected until ${until}; its collection has not been confirmed yet.`
    return { kind: 'late', isLate: true, title: 'Truck is late', text, advice: LEAVE_OUT, schedule }
  }
  const wasBefore = open?.status === 'new' && openSince(open) > (schedule.startedAt ?? schedule.scheduledStart)
  if (!open || wasBefore) {
    const text = wasBefore ? 'It set out before your report: if it leaves your bin, the next one takes it.' : undefined
    return { kind: 'under-way', title: 'A truck is in your zone', text, schedule }
  }
  const text = `Expected until ${until}.`
  return { kind: 'under-way', title: 'Truck on its way', text, advice: LEAVE_OUT, schedule }
}

/** Returns the text without a planned truck: the zone's usual wait, if known. */
function unplanned(known: ResidentFacts, open: Report | undefined): TruckState {
  if (known.isUnheard) {
    const text = 'When the truck comes is shown as soon as there is a network.'
    return { kind: 'none', title: 'The truck is not known yet', text }
  }
  const { usual, now } = known
  const news = whatHappened(known, open)
  const words = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' ')
  if (!usual) {
    const text = 'Too few collections in your zone so far to say how long it takes.'
    return { kind: 'none', title: 'No truck planned yet', text: words(news, text) }
  }
  const within = `within ${span(usual.hours)}`
  if (open && now - Date.parse(open.timestamp) > usual.hours * HOUR_MS) {
    const text = `Most reports of your zone are collected ${within}. No truck is planned yet.`
    return { kind: 'none', isLate: true, title: 'Longer than usual', text: words(news, text) }
  }
  const text = `8 in 10 of your zone’s last ${counted(usual.of, 'report')} were collected by then. No truck is planned yet.`
  return { kind: 'none', title: `Truck usually ${within}`, text: words(news, text) }
}

/** Returns why an open report has no truck any more. */
function whatHappened({ schedules }: ResidentFacts, open: Report | undefined): string | undefined {
  const since = open ? openSince(open) : ''
  const off = schedules.filter(({ status, cancelledAt = '' }) => status === 'cancelled' && cancelledAt > since)
  const [cancelled] = off.sort((a, b) => (a.cancelledAt! < b.cancelledAt! ? 1 : -1))
  if (cancelled) return `The collection planned for ${rangeOf(cancelled)} was cancelled.`
  if (open?.reopenedAt) return 'It was marked collected and was not, so it is open again.'
  const ended = schedules.filter(({ status }) => status === 'completed')
  if (!open) return ended.length > 0 ? 'The last collection of your zone was completed.' : undefined
  return ended.some(({ completedAt = '' }) => completedAt > since) ? 'The last collection left your bin.' : undefined
}

/** Formats as '12 hours', '1 day', '2 days'. */
const span = (hours: number) => (hours < 24 ? `${hours} hours` : counted(Math.round(hours / 24), 'day'))
