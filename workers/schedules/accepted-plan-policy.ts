/**
 * Accepted plan policy: an accepted plan must be scheduled completely or not at all.
 * It cancels plans that a crash left incomplete.
 */

import type { Event } from '#contract/events.ts'
import { zoneSlugOf } from '#domain/zones.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

/** A zone's newest plan in its cycle, dropped once complete or cancelled. */
interface Plan {
  zone: string
  cycle: number
  round: number
  vehicleIds: string[]
  notBefore: string
  /** Ids of the plan's trucks that are neither scheduled nor removed. */
  missing: Set<string>
  /** Ids of schedules in the plan that have not started. */
  scheduled: Set<string>
  /**
   * True if a truck was removed from the accepted plan.
   * The plan's other trucks must then be cancelled.
   */
  reduced: boolean
}

/**
 * Time limit in ms for scheduling the trucks of an accepted plan.
 * Scheduling takes milliseconds, unless a process crashes or a store is unavailable.
 */
const TAKEN_WITHIN_MS = 15_000

export function createAcceptedPlanPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const rounds = keep('rounds', new Map<string, { cycle: number; round: number }>())
  const plans = keep('plans', new Map<string, Plan>())

  function roundOf(zone: string, cycle: number): number {
    const last = rounds.get(zone)
    const round = last?.cycle === cycle ? last.round + 1 : 1
    rounds.set(zone, { cycle, round })
    return round
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'CollectionPlanned': {
          const { zone, cycle, vehicleIds, plannedAt } = data
          const round = roundOf(zone, cycle)
          plans.delete(zone)
          if (!data.accepted) return
          const notBefore = new Date(Date.parse(plannedAt) + TAKEN_WITHIN_MS).toISOString()
          const progress = { missing: new Set(vehicleIds), scheduled: new Set<string>(), reduced: false }
          plans.set(zone, { zone, cycle, round, vehicleIds, notBefore, ...progress })
          return
        }
        case 'CollectionScheduled': {
          const plan = plans.get(data.zone)
          if (plan && plan.cycle === data.cycle && plan.missing.delete(data.vehicleId))
            plan.scheduled.add(data.scheduleId)
          return
        }
        case 'PlanReduced': {
          const plan = plans.get(data.zone)
          if (!plan || plan.cycle !== data.cycle) return
          plan.reduced = true
          plan.missing.delete(data.vehicleId)
          return
        }
        case 'CollectionStarted':
        case 'CollectionCancelled':
          plans.get(data.zone)?.scheduled.delete(data.scheduleId)
          return
      }
    },
    outstanding: () => [...plans.values()].filter(isHalf).map(giveUp),
  }
}

const isHalf = ({ missing, scheduled, reduced }: Plan) => missing.size > 0 || (reduced && scheduled.size > 0)

function giveUp({ zone, cycle, round, vehicleIds, notBefore, scheduled }: Plan): OutstandingJob {
  // The job's id contains the ids of the schedules.
  // If other trucks are scheduled after a cancellation, the new job has a new id.
  const id = ['give-up-plan', zoneSlugOf(zone), cycle, round, ...scheduled].join('-')
  return createCommandJob(id, { type: 'GiveUpPlan', zone, cycle, round, vehicleIds }, notBefore)
}
