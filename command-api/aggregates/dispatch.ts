/**
 * State of a zone's collection plans: the trucks planned in each collection cycle.
 * Planning pauses in a cycle with suspiciously many reports by new accounts.
 * The same event stream has claims of reports, which another fold reads.
 */
import type { Zone } from '#domain/city.ts'
import { zoneSlugOf } from '#domain/zones.ts'
import { type Chain, defineAggregate, ignoreEvents, itemsOf } from '../kernel/category.ts'

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

/** A plan in the zone's list of plans. */
interface RecordedPlan {
  plan: ZonePlan
  /** Highest cycle of this plan and all earlier ones; ends searches early. */
  highestCycle: number
}

export interface ZonePlans {
  newest?: Chain<RecordedPlan> | undefined
  /**
   * Cycle with suspiciously many reports of new accounts.
   * `cleared` says whether a dispatcher cleared it.
   */
  burst?: { cycle: number; cleared: boolean }
}

export const zonePlansAggregate = defineAggregate<ZonePlans, 'dispatch', Zone>(
  'dispatch',
  {},
  {
    CollectionPlanned: (state, { cycle, vehicleIds, plannedBy }) => {
      const { newest } = state
      const round = (findNewestPlanOf(newest, cycle)?.item.plan.round ?? 0) + 1
      const highestCycle = Math.max(cycle, newest?.item.highestCycle ?? cycle)
      const item = { plan: { cycle, round, vehicleIds, plannedBy }, highestCycle }
      return { ...state, newest: { item, before: newest } }
    },
    PlanReduced: (state, { cycle, vehicleId }) => ({ ...state, newest: withoutTruck(state.newest, cycle, vehicleId) }),
    BurstFlagged: (state, { cycle }) => ({ ...state, burst: { cycle, cleared: false } }),
    BurstCleared: (state, { cycle }) => ({ ...state, burst: { cycle, cleared: true } }),
    ...ignoreEvents('ReportsClaimed', 'ReportsAssigned', 'ClaimReleased'),
  },
  zoneSlugOf,
)

/** Returns a zone's plans, oldest first. */
export const plansOf = ({ newest }: ZonePlans): ZonePlan[] =>
  itemsOf(newest)
    .map(({ plan }) => plan)
    .reverse()

/** Returns the newest plan of a cycle, which is mostly the newest of all. */
function findNewestPlanOf(newest: ZonePlans['newest'], cycle: number): ZonePlans['newest'] {
  for (let chain = newest; chain && chain.item.highestCycle >= cycle; chain = chain.before)
    if (chain.item.plan.cycle === cycle) return chain
  return undefined
}

/**
 * Returns the plans without a truck in the newest plan of a cycle.
 * Copies that plan and the later ones.
 */
function withoutTruck(newest: ZonePlans['newest'], cycle: number, vehicleId: string): ZonePlans['newest'] {
  const found = findNewestPlanOf(newest, cycle)
  if (!found) return newest
  const later: RecordedPlan[] = []
  for (let chain = newest; chain && chain !== found; chain = chain.before) later.push(chain.item)
  const { plan, highestCycle } = found.item
  const reduced = { ...plan, vehicleIds: plan.vehicleIds.filter((id) => id !== vehicleId) }
  const start: Chain<RecordedPlan> = { item: { plan: reduced, highestCycle }, before: found.before }
  return later.reduceRight<Chain<RecordedPlan>>((before, item) => ({ item, before }), start)
}

/** Returns the newest of a zone's plans that meets the condition. */
export function findPlan({ newest }: ZonePlans, meets: (plan: ZonePlan) => boolean): ZonePlan | undefined {
  for (let chain = newest; chain; chain = chain.before) if (meets(chain.item.plan)) return chain.item.plan
  return undefined
}

/** Returns the newest plan of a cycle. */
export const newestPlanOf = ({ newest }: ZonePlans, cycle: number): ZonePlan | undefined =>
  findNewestPlanOf(newest, cycle)?.item.plan

export const hasTrucks = ({ vehicleIds }: ZonePlan) => vehicleIds.length > 0

/** Returns the newest of a zone's plans that still has trucks. */
export const activePlanOf = (state: ZonePlans) => findPlan(state, hasTrucks)
