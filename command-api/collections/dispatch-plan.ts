/** A zone's plans: which trucks collect it in a cycle. One plan stands at a time, so that two dispatchers never send two. */

import type { Event } from '#contract/events.ts'
import { reject } from '#contract/problems.ts'
import type { Zone } from '#rules/city.ts'
import { type Aggregate, type Decide, event } from '../kernel/decider.ts'

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

export const zonePlans: Aggregate<ZonePlans> = {
  initial: { plans: [] },
  evolve(state, { type, data }: Event): ZonePlans {
    const { plans } = state
    switch (type) {
      case 'CollectionPlanned': {
        const { cycle, vehicleIds, plannedBy } = data
        const round = plans.filter((plan) => plan.cycle === cycle).length + 1
        return { ...state, plans: [...plans, { cycle, round, vehicleIds, plannedBy }] }
      }
      case 'PlanReduced': {
        const last = plans.findLastIndex((plan) => plan.cycle === data.cycle)
        const without = (plan: Plan) => plan.vehicleIds.filter((id) => id !== data.vehicleId)
        return {
          ...state,
          plans: plans.map((plan, at) => (at === last ? { ...plan, vehicleIds: without(plan) } : plan)),
        }
      }
      case 'BurstFlagged':
        return { ...state, burst: { cycle: data.cycle, cleared: false } }
      case 'BurstCleared':
        return { ...state, burst: { cycle: data.cycle, cleared: true } }
      default:
        return state
    }
  },
}

export const dispatchStream = (zone: Zone) => `dispatch-${zone.toLowerCase().replaceAll(' ', '-')}`

export interface PlanCollection {
  zone: Zone
  cycle: number
  /** The trucks to send when there is no plan yet. */
  vehicleIds: readonly string[]
  /** Trucks of the present plan whose collection has ended. */
  ended: readonly string[]
  plannedBy: string
}

/** PlanCollection: names the trucks of a zone's cycle. While a plan stands, asking again changes nothing. */
export const planCollection: Decide<PlanCollection, ZonePlans> = (command, { plans, burst }, now) => {
  const { zone, cycle, vehicleIds, ended, plannedBy } = command
  const plan = plans.at(-1)
  if (plan?.cycle === cycle && plan.vehicleIds.some((id) => !ended.includes(id))) return []
  if (plannedBy === 'system' && burst?.cycle === cycle && !burst.cleared)
    return reject('conflict', `${zone} waits until a dispatcher has looked at its new accounts.`)
  if (vehicleIds.length === 0) return reject('conflict', 'No vehicles available')
  return [
    event('CollectionPlanned', {
      zone,
      cycle,
      vehicleIds: [...new Set(vehicleIds)],
      plannedBy,
      plannedAt: now.toISOString(),
    }),
  ]
}

export interface ReducePlan extends Pick<Plan, 'cycle' | 'round'> {
  zone: Zone
  vehicleId: string
}

/** ReducePlan: a truck that can't come is no part of the plan any more. */
export const reducePlan: Decide<ReducePlan, ZonePlans> = ({ zone, cycle, round, vehicleId }, { plans }, now) => {
  const plan = plans.findLast((one) => one.cycle === cycle)
  return plan?.round === round && plan.vehicleIds.includes(vehicleId)
    ? [event('PlanReduced', { zone, cycle, vehicleId, reducedAt: now.toISOString() })]
    : []
}
