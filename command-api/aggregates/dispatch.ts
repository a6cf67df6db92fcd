/**
 * State of a zone's collection plans: the trucks planned in each collection cycle.
 * Planning pauses in a cycle with suspiciously many reports by new accounts.
 * The same event stream has claims of reports, which another fold reads.
 */
import type { Zone } from '#domain/city.ts'
import { zoneSlugOf } from '#domain/zones.ts'
import { defineAggregate, ignoreEvents } from '../kernel/category.ts'

export interface ZonePlan {
  cycle: number
  /**
   * Number of the plan within its cycle, from 1.
   * The next plan follows when all trucks have ended or left this one.
   */
  round: number
  /** Trucks that are still in the plan. */
  vehicleIds: readonly string[]
  plannedBy: string
}

export interface ZonePlans {
  plans: readonly ZonePlan[]
  /**
   * Cycle with suspiciously many reports of new accounts.
   * `cleared` says whether a dispatcher cleared it.
   */
  burst?: { cycle: number; cleared: boolean }
}

export const zonePlansAggregate = defineAggregate<ZonePlans, 'dispatch', Zone>(
  'dispatch',
  { plans: [] },
  {
    CollectionPlanned: (state, { cycle, vehicleIds, plannedBy }) => {
      const round = state.plans.filter((plan) => plan.cycle === cycle).length + 1
      return { ...state, plans: [...state.plans, { cycle, round, vehicleIds, plannedBy }] }
    },
    PlanReduced: ({ plans, ...state }, { cycle, vehicleId }) => {
      const last = plans.findLastIndex((plan) => plan.cycle === cycle)
      const without = (plan: ZonePlan) => plan.vehicleIds.filter((id) => id !== vehicleId)
      return { ...state, plans: plans.map((plan, at) => (at === last ? { ...plan, vehicleIds: without(plan) } : plan)) }
    },
    BurstFlagged: (state, { cycle }) => ({ ...state, burst: { cycle, cleared: false } }),
    BurstCleared: (state, { cycle }) => ({ ...state, burst: { cycle, cleared: true } }),
    ...ignoreEvents('ReportsClaimed', 'ReportsAssigned', 'ClaimReleased'),
  },
  zoneSlugOf,
)

/** Returns the last of a zone's plans that still has trucks. */
export const activePlanOf = (plans: readonly ZonePlan[]) => plans.findLast(({ vehicleIds }) => vehicleIds.length > 0)
