/**
 * Plans of a zone: the trucks of a cycle.
 * Only one plan is active, so two dispatchers never send trucks twice.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { activePlanOf, newestPlanOf, type ZonePlan, type ZonePlans } from '../aggregates/dispatch.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

interface PlanCollection {
  zone: Zone
  cycle: number
  /** Trucks to plan, if the zone has no active plan. */
  vehicleIds: readonly string[]
  /** Ids of the active plan's trucks whose collection has ended. */
  ended: readonly string[]
  /**
   * Set if a dispatcher accepted the plan as offered.
   * Then all of its trucks are scheduled, or none.
   */
  accepted?: boolean
  plannedBy: string
}

/**
 * PlanCollection: plans the trucks for a zone's cycle.
 * Does nothing while a plan is active.
 */
export const planCollection: Decider<PlanCollection, ZonePlans, 'dispatch'> = (command, state, now) => {
  const { zone, cycle, vehicleIds, ended, accepted, plannedBy } = command
  const { burst } = state
  const plan = activePlanOf(state)
  if (plan?.cycle === cycle && plan.vehicleIds.some((id) => !ended.includes(id))) return []
  if (plannedBy === 'system' && burst?.cycle === cycle && !burst.cleared)
    return reject('conflict', msg`Collection of ${{ zone }} waits until a dispatcher has checked its new accounts.`)
  if (vehicleIds.length === 0) return reject('conflict', msg`No vehicles available`)
  return [
    createEvent('CollectionPlanned', {
      zone,
      cycle,
      vehicleIds: [...new Set(vehicleIds)],
      ...(accepted && { accepted }),
      plannedBy,
      plannedAt: now.toISOString(),
    }),
  ]
}

export interface RemoveTrucksFromPlanCommand extends Pick<ZonePlan, 'cycle' | 'round' | 'vehicleIds'> {
  zone: Zone
}

/** ReducePlan: removes trucks that can't or must not come. */
export const removeTrucksFromPlan: Decider<RemoveTrucksFromPlanCommand, ZonePlans, 'dispatch'> = (
  { zone, cycle, round, vehicleIds },
  state,
  now,
) => {
  const plan = newestPlanOf(state, cycle)
  if (plan?.round !== round) return []
  const reducedAt = now.toISOString()
  return plan.vehicleIds
    .filter((id) => vehicleIds.includes(id))
    .map((vehicleId) => createEvent('PlanReduced', { zone, cycle, vehicleId, reducedAt }))
}
