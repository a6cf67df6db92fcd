/** A zone's plans: which trucks collect it in a cycle. One plan stands at a time, so that two dispatchers never send two. */

import { reject } from '#contract/door/problems.ts'
import type { Zone } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { type Plan, standingPlan, type ZonePlans } from '../streams/dispatch.ts'

export interface PlanCollection {
  zone: Zone
  cycle: number
  /** The trucks to send when there is no plan yet. */
  vehicleIds: readonly string[]
  /** Trucks of the present plan whose collection has ended. */
  ended: readonly string[]
  /** As it was offered: all of its trucks set out, or none. */
  accepted?: boolean
  plannedBy: string
}

/** PlanCollection: names the trucks of a zone's cycle. While a plan stands, asking again changes nothing. */
export const planCollection: Decide<PlanCollection, ZonePlans, 'dispatch'> = (command, { plans, burst }, now) => {
  const { zone, cycle, vehicleIds, ended, accepted, plannedBy } = command
  const plan = standingPlan(plans)
  if (plan?.cycle === cycle && plan.vehicleIds.some((id) => !ended.includes(id))) return []
  if (plannedBy === 'system' && burst?.cycle === cycle && !burst.cleared)
    return reject('conflict', `${zone} waits until a dispatcher has looked at its new accounts.`)
  if (vehicleIds.length === 0) return reject('conflict', 'No vehicles available')
  return [
    event('CollectionPlanned', {
      zone,
      cycle,
      vehicleIds: [...new Set(vehicleIds)],
      ...(accepted && { accepted }),
      plannedBy,
      plannedAt: now.toISOString(),
    }),
  ]
}

export interface ReducePlan extends Pick<Plan, 'cycle' | 'round' | 'vehicleIds'> {
  zone: Zone
}

/** ReducePlan: trucks that can't come, or are not to, are no part of the plan any more. */
export const reducePlan: Decide<ReducePlan, ZonePlans, 'dispatch'> = (
  { zone, cycle, round, vehicleIds },
  { plans },
  now,
) => {
  const plan = plans.findLast((plan) => plan.cycle === cycle)
  if (plan?.round !== round) return []
  const reducedAt = now.toISOString()
  return plan.vehicleIds
    .filter((id) => vehicleIds.includes(id))
    .map((vehicleId) => event('PlanReduced', { zone, cycle, vehicleId, reducedAt }))
}
