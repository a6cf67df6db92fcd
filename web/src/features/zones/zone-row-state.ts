/** A zone's row on the dashboard: a sentence about its state and next step, and the main action. */
import type { Schedule } from '#contract/views.ts'
import type { Planned, ZoneFacts } from './zone-facts.ts'
import { scheduledWords, zoneStateText } from './zone-words.ts'

export type ZoneAction =
  | { kind: 'start' | 'complete'; schedule: Schedule }
  | { kind: 'schedule'; plan: readonly Planned[] }
  /** The dispatcher selects the trucks. */
  | { kind: 'choose' }

/**
 * States by descending urgency.
 * `no-truck` is due without a free truck; `due` has a free truck but no plan yet.
 */
export const STATES = [
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
  state: (typeof STATES)[number]
  /** True if all customers have reported. */
  ready: boolean
  text: string
  action: ZoneAction | null
  /** Further actions: complete other trucks on duty. */
  others?: readonly ZoneAction[]
}

/** Time for which a completed collection is mentioned, in ms. */
const RECENT_MS = 3_600_000

const byStart = (a: Schedule, b: Schedule) => Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)

export function zoneRowState(facts: ZoneFacts): ZoneRowState {
  const { zone, schedules } = facts
  const ready = zone.thresholdReached
  const open = schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress').sort(byStart)
  if (open.length > 0) return { ready, ...underWay(open, facts.now) }
  if (ready || (zone.currentReports > 0 && zone.currentReports >= zone.recommendAt)) return { ready, ...due(facts) }
  return { ready, ...waiting(facts) }
}

type Line = Omit<ZoneRowState, 'ready'>

/** Returns the row of a zone with trucks on duty; their next step comes before a recommendation. */
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

/** Returns the row of a zone that needs a collection and has none. */
function due({ zone, plan, free, capacity }: ZoneFacts): Line {
  const text = zoneStateText(zone, { plan, free, capacity })
  if (plan.length > 0) return { state: 'planned', text, action: { kind: 'schedule', plan } }
  if (free === 0) return { state: 'no-truck', text, action: null }
  return { state: 'due', text, action: free === null ? null : { kind: 'choose' } }
}

/** Returns the row of a zone with few reports; a truck can be sent for any report. */
function waiting({ zone, schedules, free, now, capacity }: ZoneFacts): Line {
  const action: ZoneAction | null = zone.currentReports > 0 && free ? { kind: 'choose' } : null
  const needed = zoneStateText(zone, { plan: [], free, capacity })
  const ended = schedules
    .filter(({ completedAt }) => completedAt && now - Date.parse(completedAt) < RECENT_MS)
    .sort((a, b) => Date.parse(b.completedAt as string) - Date.parse(a.completedAt as string))[0]
  if (!ended) return { state: 'waiting', text: needed, action }
  return { state: 'finished', text: `${scheduledWords([ended], now)} · ${needed}`, action }
}

/** Returns an id that differs between successive actions. */
export function actionId(action: ZoneAction): string {
  if (action.kind === 'choose') return action.kind
  if (action.kind === 'schedule') return `schedule ${action.plan.map(({ vehicleId }) => vehicleId).join(' ')}`
  return `${action.kind} ${action.schedule.id}`
}
