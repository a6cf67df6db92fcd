/** Texts of a zone's state: trucks on duty, recommendation, or missing reports. */
import type { Schedule, ZoneStatus } from '#contract/views.ts'
import { VOLUME_PER_REPORT } from '#domain/planning.ts'
import { amount, figure, loadText, withUnit } from '#web/lib/format/numbers.ts'
import { clock } from '#web/lib/format/times.ts'
import type { Planned, ZoneFacts } from './zone-facts.ts'

type Figures = Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports' | 'thresholdReached'>

const more = (count: number) => `${figure(count)} more`

/**
 * Returns the text of a zone without a collection.
 * READY means all customers; a missing number names its goal.
 */
export function zoneStateText(
  { currentReports, recommendAt, requiredReports, thresholdReached }: Figures,
  { plan, free, capacity }: Pick<ZoneFacts, 'plan' | 'free' | 'capacity'>,
): string {
  const untilReady = `${more(requiredReports - currentReports)} until READY`
  const due = thresholdReached || (currentReports > 0 && currentReports >= recommendAt)
  if (!due)
    return recommendAt < requiredReports
      ? `${more(recommendAt - currentReports)} until a collection is recommended`
      : untilReady
  if (plan.length > 0) return `${thresholdReached ? 'Ready for dispatch' : 'Recommended'}: ${planWords(plan, capacity)}`
  if (thresholdReached) return free === 0 ? 'Ready for dispatch as soon as a truck is free' : 'Ready for dispatch'
  return `Collection recommended · ${free === 0 ? 'no truck is free' : untilReady}`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Formats as 'T001 and T003 at 03:45 · 30.2 of 33 m³ · 25 km · 2.9 L', with several trips if any. */
function planWords(plan: readonly Planned[], capacity: ZoneFacts['capacity']): string {
  const trucks = plan.map(({ vehicleId }) => vehicleId).join(' and ')
  const room = plan.map(({ vehicleId, dumpTrips }) => (capacity(vehicleId) ?? Number.NaN) * dumpTrips)
  const load = sum(plan.map(({ reportsCount }) => reportsCount)) * VOLUME_PER_REPORT
  const trips = sum(plan.map(({ dumpTrips }) => dumpTrips))
  return [
    `${trucks}${plan[0] ? ` at ${clock(plan[0].scheduledStart)}` : ''}`,
    loadText(load, sum(room)),
    ...(trips > plan.length ? [`${trips} trips`] : []),
    withUnit(amount(sum(plan.map(({ estimatedDistance }) => estimatedDistance))), 'km'),
    withUnit(amount(sum(plan.map(({ estimatedFuel }) => estimatedFuel))), 'L'),
  ].join(' · ')
}

/**
 * Formats as 'Collection in progress · T001 back by 06:45 · T003 leaves 03:50'.
 * The first words are of the most advanced truck.
 */
export function scheduledWords(schedules: readonly Schedule[], now: number): string {
  const furthest = Math.min(...schedules.map((schedule) => stages.indexOf(stageOf(schedule))))
  const stage = stages[furthest] ?? 'scheduled'
  return [`Collection ${stage}`, ...schedules.map((schedule) => truckWords(schedule, now))].join(' · ')
}

const stages = ['overdue', 'in progress', 'scheduled', 'ended'] as const

function stageOf({ status, overdueAt }: Schedule): (typeof stages)[number] {
  if (status === 'scheduled') return 'scheduled'
  if (status !== 'in-progress') return 'ended'
  return overdueAt ? 'overdue' : 'in progress'
}

function truckWords(schedule: Schedule, now: number): string {
  const { vehicle, scheduledStart, estimatedCompletion, completedAt } = schedule
  const stage = stageOf(schedule)
  if (stage === 'ended') return `${vehicle.id} ${clock(completedAt ?? estimatedCompletion)}`
  if (stage === 'scheduled')
    return `${vehicle.id} ${Date.parse(scheduledStart) < now ? 'was to leave' : 'leaves'} ${clock(scheduledStart)}`
  return `${vehicle.id} ${stage === 'overdue' ? 'was due' : 'back by'} ${clock(estimatedCompletion)}`
}
