/** A zone's line on the board: one sentence that says where it stands and what is next, and the one thing to do about it. */
import type { Schedule } from '#contract/views.ts'
import type { Planned, ZoneFacts } from './zone-facts.ts'
import { scheduledWords, standing } from './zone-words.ts'

export type ZoneAction =
  | { kind: 'start' | 'complete'; schedule: Schedule }
  | { kind: 'schedule'; plan: readonly Planned[] }
  /** Somebody chooses the trucks by hand. */
  | { kind: 'choose' }

/** By what needs attention first; `no-truck`: due, and nobody can go; `due`: due, with a truck free and no plan yet. */
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

export interface ZoneLine {
  state: (typeof STATES)[number]
  /** All of its customers have reported. */
  ready: boolean
  text: string
  action: ZoneAction | null
  /** What else can be done: other trucks under way can be completed. */
  others?: readonly ZoneAction[]
}

/** A collection that ended is told of for so long. */
const JUST_MS = 3_600_000

const byStart = (a: Schedule, b: Schedule) => Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)

export function zoneLine(facts: ZoneFacts): ZoneLine {
  const { zone, schedules } = facts
  const ready = zone.thresholdReached
  const open = schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress').sort(byStart)
  if (open.length > 0) return { ready, ...underWay(open, facts.now) }
  if (ready || (zone.currentReports > 0 && zone.currentReports >= zone.recommendAt)) return { ready, ...due(facts) }
  return { ready, ...waiting(facts) }
}

type Line = Omit<ZoneLine, 'ready'>

/** What has trucks on their way needs no recommending: their next step is what is next. */
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

/** A collection is recommended, and none is on its way. */
function due({ zone, plan, free, capacity }: ZoneFacts): Line {
  const text = standing(zone, { plan, free, capacity })
  if (plan.length > 0) return { state: 'planned', text, action: { kind: 'schedule', plan } }
  if (free === 0) return { state: 'no-truck', text, action: null }
  return { state: 'due', text, action: free === null ? null : { kind: 'choose' } }
}

/** Its reports are still few. Where somebody waits, a truck can be sent all the same. */
function waiting({ zone, schedules, free, now, capacity }: ZoneFacts): Line {
  const action: ZoneAction | null = zone.currentReports > 0 && free ? { kind: 'choose' } : null
  const needed = standing(zone, { plan: [], free, capacity })
  const ended = schedules
    .filter(({ completedAt }) => completedAt && now - Date.parse(completedAt) < JUST_MS)
    .sort((a, b) => Date.parse(b.completedAt as string) - Date.parse(a.completedAt as string))[0]
  if (!ended) return { state: 'waiting', text: needed, action }
  return { state: 'finished', text: `${scheduledWords([ended], now)} · ${needed}`, action }
}

/** What tells an action from the next one that stands in its place. */
export function actionId(action: ZoneAction): string {
  if (action.kind === 'choose') return action.kind
  if (action.kind === 'schedule') return `schedule ${action.plan.map(({ vehicleId }) => vehicleId).join(' ')}`
  return `${action.kind} ${action.schedule.id}`
}
