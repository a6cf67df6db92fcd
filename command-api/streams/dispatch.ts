/** A zone's dispatches: which trucks collect it in a cycle, and whether a burst holds that up. Its claims are a fold of their own. */
import type { Zone } from '#rules/city.ts'
import { zoneText } from '#rules/zone-text.ts'
import { category, nothingOf } from '../kernel/category.ts'

export interface Plan {
  cycle: number
  /** 1 for the cycle's first plan; another is made only when every truck of the one before has ended or was taken off. */
  round: number
  /** The trucks that are still part of it. */
  vehicleIds: readonly string[]
  plannedBy: string
}

/** Oldest first. */
export interface ZonePlans {
  plans: readonly Plan[]
  /** The cycle in which many new accounts reported at once, and whether a dispatcher has let them pass. */
  burst?: { cycle: number; cleared: boolean }
}

export const dispatch = category<ZonePlans, 'dispatch', Zone>(
  'dispatch',
  { plans: [] },
  {
    CollectionPlanned: (state, { cycle, vehicleIds, plannedBy }) => {
      const round = state.plans.filter((plan) => plan.cycle === cycle).length + 1
      return { ...state, plans: [...state.plans, { cycle, round, vehicleIds, plannedBy }] }
    },
    PlanReduced: ({ plans, ...state }, { cycle, vehicleId }) => {
      const last = plans.findLastIndex((plan) => plan.cycle === cycle)
      const without = (plan: Plan) => plan.vehicleIds.filter((id) => id !== vehicleId)
      return { ...state, plans: plans.map((plan, at) => (at === last ? { ...plan, vehicleIds: without(plan) } : plan)) }
    },
    BurstFlagged: (state, { cycle }) => ({ ...state, burst: { cycle, cleared: false } }),
    BurstCleared: (state, { cycle }) => ({ ...state, burst: { cycle, cleared: true } }),
    ...nothingOf('ReportsClaimed', 'ReportsAssigned', 'ClaimReleased'),
  },
  zoneText,
)

/** The last of the plans that has trucks: one that no truck could take on is none, and what stood before it may stand again. */
export const standingPlan = (plans: readonly Plan[]) => plans.findLast(({ vehicleIds }) => vehicleIds.length > 0)
