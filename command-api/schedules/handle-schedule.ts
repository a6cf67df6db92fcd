/**
 * Completes a collection: the truck leaves for its site with its load.
 * The load includes the zone's reports that were marked as collected individually.
 * Without a load, only the schedule ends.
 */

import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import { toNumberValue } from '#contract/languages/values.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { createTruckAndScheduleAggregate, type TruckAndSchedule } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import type { Decision } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readFuelPrice } from '../lookups/configuration.ts'
import { maxReportsOfCollection, plannedWorkOf } from './assign-reports.ts'
import { type DispatchTruckCommand, dispatchTruck } from './dispatch-truck.ts'
import { type ClaimedTruckLoad, runWithReportClaims, type TruckLoadClaimer } from './load-truck.ts'

type VehicleDecision = Decision<EventInStream<'vehicle'>>

interface DecideSchedule<Facts> {
  /**
   * Returns the facts that `decide` needs, or a refusal.
   * `fuelPrice` is in currency units per litre.
   */
  gather: (state: TruckAndSchedule, fuelPrice: number) => Promise<Facts | Rejection>
  decide: (state: TruckAndSchedule, facts: Facts) => VehicleDecision
}

export interface ScheduleCommandTarget {
  scheduleId: string
  vehicleId: string
  /**
   * Assigned reports that the truck collected; set if the command completes the collection.
   * Reports marked as collected individually are loaded in any case.
   */
  collected?: 'all' | readonly string[] | undefined
}

/**
 * Runs a command on a truck's schedule.
 * If it completes the schedule, the truck leaves with the collected reports.
 */
export function handleScheduleCommand<Facts extends object>(
  kernel: Kernel,
  { scheduleId, vehicleId, collected = [] }: ScheduleCommandTarget,
  { gather, decide }: DecideSchedule<Facts>,
  envelope: Envelope,
): Promise<CommandResult<TruckAndSchedule> | Rejection> {
  const { store, rows, clock } = kernel
  return runWithReportClaims(kernel, vehicleId, envelope, (loadingOf) => {
    const gatherNow = async (state: TruckAndSchedule) => {
      const fuelPrice = await readFuelPrice(await rows.upToNow('configuration'))
      const facts = await gather(state, fuelPrice)
      if (isRejection(facts)) return facts
      const loading = loadingOf(state.truck)
      const load = isCompletion(decide(state, facts)) ? await loadCollected(loading, state, collected) : undefined
      if (load && isRejection(load)) return load
      return { facts, leaving: load && { load, claimId: loading.claimId, fuelPrice, dispatchedBy: envelope.actor } }
    }
    const decideNow = (
      state: TruckAndSchedule,
      { facts, leaving }: { facts: Facts; leaving: CompletionDispatch | undefined },
    ) => {
      const decision = decide(state, facts)
      return leaving && isCompletion(decision) ? decideDeparture(leaving, state, clock()) : decision
    }
    const decider = { gather: gatherNow, decide: decideNow }
    return handleWithFacts(
      store,
      vehicleAggregate.stream(vehicleId),
      createTruckAndScheduleAggregate(scheduleId),
      decider,
      envelope,
    )
  })
}

const isCompletion = (decision: VehicleDecision) =>
  !isRejection(decision) && decision.some(({ type }) => type === 'CollectionCompleted')

/** A truck's load and costs when its collection completes. */
interface CompletionDispatch extends Pick<DispatchTruckCommand, 'claimId' | 'fuelPrice' | 'dispatchedBy'> {
  load: ClaimedTruckLoad
}

/**
 * Returns the rejection of a completion with more reports than the truck holds in its trips.
 * The dispatcher must then say which bins were collected.
 */
const tooMany = (planned: EventData<'CollectionScheduled'>, reports: number, room: number) =>
  reject(
    'conflict',
    msg`Truck ${{ vehicleId: planned.vehicleId }} holds ${plural({ room }, { one: '# bin', other: '# bins' })} in ${plural({ trips: plannedWorkOf(planned).trips }, { one: '# trip', other: '# trips' })}, not ${{ reports: toNumberValue(reports) }}. Choose the reports that it collected.`,
  )

/**
 * Claims the reports that leave with the truck of a completed collection.
 * These are the assigned reports that were collected.
 * Also claims reports marked as collected one by one, unless another load contains them.
 */
async function loadCollected(
  loading: TruckLoadClaimer,
  { truck, schedule }: TruckAndSchedule,
  collected: 'all' | readonly string[],
): Promise<ClaimedTruckLoad | undefined | Rejection> {
  if (!schedule) return undefined
  const setOutFor = new Set(schedule.reportIds)
  const open = (id: string) => setOutFor.has(id) && (collected === 'all' || collected.includes(id))
  const room = maxReportsOfCollection(schedule.planned, truck.registered?.type)
  const load = await loading.take(schedule.planned.zone, { open, room, ownOnly: true })
  if (!load || isRejection(load) || load.reportIds.length <= room) return load
  return tooMany(schedule.planned, load.reportIds.length, room)
}

/** Decides that the truck leaves with its load and completes the collection. */
function decideDeparture(
  { load, ...costs }: CompletionDispatch,
  { truck, schedule }: TruckAndSchedule,
  now: Date,
): VehicleDecision {
  if (!schedule) return []
  const { vehicleId, siteId, estimatedDistance: distance } = schedule.planned
  return dispatchTruck({ vehicleId, siteId, loads: [load], distance, ...costs }, truck, now)
}
