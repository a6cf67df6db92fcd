/** Calculates state, order and texts of the dashboard's zone rows. */
import { plural, t } from '@lingui/core/macro'
import type { CollectionRecommendation, Schedule, ZoneStatus } from '#contract/views.ts'
import { VOLUME_M3_PER_REPORT } from '#domain/planning.ts'
import { formatList } from '#web/lib/format/names.ts'
import { formatLoadOfCapacity, formatNumber, formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { createCityTimeFormatter, formatDay, formatTimeOfDay, relativeDayOf } from '#web/lib/format/times.ts'

/** One truck of the recommended plan. */
export type RecommendedSchedule = CollectionRecommendation['schedules'][number]

export interface ZoneFacts {
  zone: Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports' | 'thresholdReached'>
  /** Trucks of the recommended plan that are still free. */
  plan: readonly RecommendedSchedule[]
  /** Collections of the zone. */
  schedules: readonly Schedule[]
  /** Number of free trucks; null while unknown. */
  free: number | null
  /** Returns a truck's capacity in m³, if known. */
  capacity(vehicleId: string): number | undefined
  /** Current time in epoch ms. */
  now: number
}

type Figures = Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports' | 'thresholdReached'>

/**
 * Returns the status text of a zone without a collection.
 * READY means that all customers have reported.
 * Before that, the text says how many reports the next threshold still needs.
 */
function zoneStateText(
  { currentReports, recommendAt, requiredReports, thresholdReached }: Figures,
  { plan, free, capacity }: Pick<ZoneFacts, 'plan' | 'free' | 'capacity'>,
): string {
  const toReady = formatNumber(requiredReports - currentReports)
  const due = thresholdReached || (currentReports > 0 && currentReports >= recommendAt)
  if (!due)
    return recommendAt < requiredReports
      ? t`${{ reports: formatNumber(recommendAt - currentReports) }} more until a collection is recommended`
      : t`${toReady} more until READY`
  if (plan.length > 0) {
    const trucks = planWords(plan, capacity)
    return thresholdReached ? t`Ready for dispatch: ${trucks}` : t`Recommended: ${trucks}`
  }
  if (thresholdReached) return free === 0 ? t`Ready for dispatch as soon as a truck is free` : t`Ready for dispatch`
  return free === 0
    ? t`Collection recommended · no truck is free`
    : t`Collection recommended · ${toReady} more until READY`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Returns a plan's text, such as 'T001 at 03:45 · 30.2 of 33 m³ · 25 km · 2.9 L'.
 * If the trucks need several trips, the text also contains the number of trips.
 */
function planWords(plan: readonly RecommendedSchedule[], capacity: ZoneFacts['capacity']): string {
  const trucks = formatList(plan.map(({ vehicleId }) => vehicleId))
  const room = plan.map(({ vehicleId, dumpTrips }) => (capacity(vehicleId) ?? Number.NaN) * dumpTrips)
  const load = sum(plan.map(({ reportsCount }) => reportsCount)) * VOLUME_M3_PER_REPORT
  const trips = sum(plan.map(({ dumpTrips }) => dumpTrips))
  return [
    plan[0] ? t`${trucks} at ${{ time: formatTimeOfDay(plan[0].scheduledStart) }}` : trucks,
    formatLoadOfCapacity(load, sum(room)),
    ...(trips > plan.length ? [plural(trips, { one: '# trip', other: '# trips' })] : []),
    withUnit(formatUpToTenths(sum(plan.map(({ estimatedDistance }) => estimatedDistance))), 'km'),
    withUnit(formatUpToTenths(sum(plan.map(({ estimatedFuel }) => estimatedFuel))), 'L'),
  ].join(' · ')
}

/**
 * Describes a zone's collections, such as 'Collection in progress · T001 back by 06:45'.
 * The first words give the stage of the truck that is furthest along.
 */
function scheduledWords(schedules: readonly Schedule[], now: number): string {
  const furthest = Math.min(...schedules.map((schedule) => stages.indexOf(stageOf(schedule))))
  const stage = stages[furthest] ?? 'scheduled'
  return [stageLabels()[stage], ...schedules.map((schedule) => truckWords(schedule, now))].join(' · ')
}

const stages = ['overdue', 'in-progress', 'scheduled', 'ended'] as const

const stageLabels = (): Record<(typeof stages)[number], string> => ({
  overdue: t`Collection overdue`,
  'in-progress': t`Collection in progress`,
  scheduled: t`Collection scheduled`,
  ended: t`Collection ended`,
})

function stageOf({ status, overdueAt }: Schedule): (typeof stages)[number] {
  if (status === 'scheduled') return 'scheduled'
  if (status !== 'in-progress') return 'ended'
  return overdueAt ? 'overdue' : 'in-progress'
}

function truckWords(schedule: Schedule, now: number): string {
  const { vehicle, scheduledStart, estimatedCompletion, completedAt } = schedule
  const truck = vehicle.id
  const stage = stageOf(schedule)
  if (stage === 'ended') return `${truck} ${formatTimeOfDay(completedAt ?? estimatedCompletion)}`
  if (stage === 'scheduled') {
    const start = formatTimeOfDay(scheduledStart)
    return Date.parse(scheduledStart) < now ? t`${truck} should have left at ${start}` : t`${truck} leaves at ${start}`
  }
  const end = formatTimeOfDay(estimatedCompletion)
  return stage === 'overdue' ? t`${truck} was due by ${end}` : t`${truck} back by ${end}`
}

export type ZoneAction =
  | { kind: 'start' | 'complete'; schedule: Schedule }
  | { kind: 'schedule'; plan: readonly RecommendedSchedule[] }
  /** The dispatcher has to choose trucks in a dialog. */
  | { kind: 'choose' }

/**
 * States of a row, most urgent first.
 * `no-truck`: the collection is due but no truck is free.
 * `due`: a truck is free but there is no plan yet.
 */
export const ZONE_ROW_STATES = [
  'overdue',
  'planned',
  'no-truck',
  'due',
  'scheduled',
  'under-way',
  'finished',
  'waiting',
] as const

export interface ZoneRowState {
  state: (typeof ZONE_ROW_STATES)[number]
  /** True if all customers have reported. */
  ready: boolean
  text: string
  action: ZoneAction | null
  /** Further actions, such as completing the collection of another truck. */
  others?: readonly ZoneAction[]
}

/** Time in ms for which a zone's row mentions a completed collection. */
const RECENT_MS = 3_600_000

const byStart = (a: Schedule, b: Schedule) => Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)

/** Returns a zone's row: state, next step and main action. */
export function zoneRowStateOf(facts: ZoneFacts): ZoneRowState {
  const { zone, schedules } = facts
  const ready = zone.thresholdReached
  const open = schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress').sort(byStart)
  if (open.length > 0) return { ready, ...underWay(open, facts.now) }
  if (ready || (zone.currentReports > 0 && zone.currentReports >= zone.recommendAt)) return { ready, ...due(facts) }
  return { ready, ...waiting(facts) }
}

type Line = Omit<ZoneRowState, 'ready'>

/**
 * Returns the row of a zone with trucks on duty.
 * Their next step takes precedence over a recommendation.
 */
function underWay(open: readonly Schedule[], now: number): Line {
  const overdue = open.find(({ overdueAt, status }) => overdueAt && status === 'in-progress')
  const toStart = open.find(({ status }) => status === 'scheduled')
  const started = open.filter(({ status }) => status === 'in-progress')
  const completing = (schedule: Schedule) => ({ kind: 'complete', schedule }) as const
  const next = overdue ?? started[0]
  const action = toStart && !overdue ? ({ kind: 'start', schedule: toStart } as const) : next ? completing(next) : null
  const others = started.filter((schedule) => schedule !== action?.schedule).map(completing)
  const state = overdue ? 'overdue' : started.length > 0 ? 'under-way' : 'scheduled'
  return { state, text: scheduledWords(open, now), action, others }
}

/** Returns the row of a zone whose collection is due. */
function due({ zone, plan, free, capacity }: ZoneFacts): Line {
  const text = zoneStateText(zone, { plan, free, capacity })
  if (plan.length > 0) return { state: 'planned', text, action: { kind: 'schedule', plan } }
  if (free === 0) return { state: 'no-truck', text, action: null }
  return { state: 'due', text, action: free === null ? null : { kind: 'choose' } }
}

/**
 * Returns the displayed line of a zone whose reports are too few for a collection.
 * Dispatchers can still send a truck.
 */
function waiting({ zone, schedules, free, now, capacity }: ZoneFacts): Line {
  const action: ZoneAction | null = zone.currentReports > 0 && free ? { kind: 'choose' } : null
  const needed = zoneStateText(zone, { plan: [], free, capacity })
  const ended = schedules
    .filter(({ completedAt }) => completedAt && now - Date.parse(completedAt) < RECENT_MS)
    .sort((a, b) => Date.parse(b.completedAt as string) - Date.parse(a.completedAt as string))[0]
  if (!ended) return { state: 'waiting', text: needed, action }
  return { state: 'finished', text: `${scheduledWords([ended], now)} · ${needed}`, action }
}

/** Returns an id of an action on a zone, which differs for each step of a collection. */
export function zoneActionIdOf(action: ZoneAction): string {
  if (action.kind === 'choose') return action.kind
  if (action.kind === 'schedule') return `schedule ${action.plan.map(({ vehicleId }) => vehicleId).join(' ')}`
  return `${action.kind} ${action.schedule.id}`
}

interface Placed {
  line: Pick<ZoneRowState, 'state' | 'ready' | 'action'>
  currentReports: number
  totalCustomers: number
}

const share = ({ currentReports, totalCustomers }: Placed) => currentReports / Math.max(1, totalCustomers)

/**
 * Returns a number by which zones are sorted: first by state.
 * Among zones waiting for a collection, those marked READY are first.
 */
const urgency = ({ line: { state, ready } }: Placed) => {
  const waits = state === 'planned' || state === 'no-truck' || state === 'due'
  return 2 * ZONE_ROW_STATES.indexOf(waits ? 'planned' : state) - (waits && ready ? 1 : 0)
}

export const sortByZoneUrgency = <Z extends Placed>(zones: readonly Z[]): readonly Z[] =>
  zones.toSorted((a, b) => urgency(a) - urgency(b) || share(b) - share(a))

/**
 * Returns a headline for the zone list.
 * It is derived from the list's rows, so that headline and rows agree.
 * Returns null if no headline is needed.
 */
export function describeRecommendationHeadline(
  lines: readonly Pick<ZoneRowState, 'state' | 'action'>[],
): string | null {
  const planned = lines.flatMap(({ action }) => (action?.kind === 'schedule' ? action.plan : []))
  const trucks = new Set(planned.map(({ vehicleId }) => vehicleId)).size
  if (trucks > 0)
    return t`Recommended: ${plural(trucks, { one: '# truck', other: '# trucks' })} for zones that reached threshold`
  if (lines.some(({ state }) => state === 'no-truck')) return t`No truck is free for zones that reached threshold`
  return lines.some(({ state }) => state === 'due') ? null : t`No recommendations available.`
}

const URGENT_STATES: readonly ZoneRowState['state'][] = ['overdue', 'planned', 'due']

/** Returns the first urgent zone that has an action. */
export const findZoneWithMainAction = <Z extends Placed>(zones: readonly Z[]): Z | undefined =>
  zones.find(({ line: { state, action } }) => action !== null && URGENT_STATES.includes(state))

const HOUR_MS = 3_600_000
/** Rounds a time to the hour, because predictions are no more precise. */
const hour = (iso: string) => formatTimeOfDay(new Date(Math.round(Date.parse(iso) / HOUR_MS) * HOUR_MS).toISOString())
const weekday = createCityTimeFormatter({ weekday: 'short' })

/** Formats a prediction as 'Today about 14:00' or 'Mon about 14:00'. */
function aboutHour(iso: string, now: number): string {
  const near = relativeDayOf(iso, now)
  const time = hour(iso)
  if (near === 'today') return t`Today about ${time}`
  return near === 'tomorrow' ? t`Tomorrow about ${time}` : t`${{ weekday: weekday(Date.parse(iso)) }} about ${time}`
}

/**
 * Formats a time as '14:00' on the same day as `at`.
 * Otherwise adds the day: 'today 14:00', 'tomorrow 14:00', 'Mon 14:00'.
 */
function hourNear(iso: string, at: string, now: number): string {
  const time = hour(iso)
  if (formatDay(iso, now) === formatDay(at, now)) return time
  const near = relativeDayOf(iso, now)
  if (near === 'today') return t`today ${time}`
  return near === 'tomorrow' ? t`tomorrow ${time}` : `${weekday(Date.parse(iso))} ${time}`
}

/**
 * Returns 'Tomorrow about 14:00, likely 11:00 to 18:00 · 8 of 10 were right'.
 * Returns null once the likely time has passed.
 */
export function describeThresholdPrediction(
  { reaches, foretold }: Pick<ZoneStatus, 'reaches' | 'foretold'>,
  now: number,
) {
  if (!reaches || Date.parse(reaches.until) < now) return null
  const { at, from, until } = reaches
  const when = Date.parse(at) < now ? t`Any time now` : aboutHour(at, now)
  const text = t`${when}, likely ${{ from: hourNear(from, at, now) }} to ${{ until: hourNear(until, at, now) }}`
  return foretold ? t`${text} · ${{ right: foretold.within }} of ${{ all: foretold.of }} forecasts right` : text
}
