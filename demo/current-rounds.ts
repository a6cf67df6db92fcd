/**
 * Finds the collection round that each simulated truck is on, from the truck's stream.
 * The simulation continues these rounds after restarts, pauses and refused commands.
 */

import { userIdOf } from '#command-api/accounts/register.ts'
import { accountAggregate } from '#command-api/aggregates/account.ts'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { isEventOf } from '#command-api/kernel/category.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import type { EventData } from '#contract/events.ts'
import type { Delivery, Schedule } from '#contract/views.ts'
import type { SimulatedRoundProgress } from '#demo/simulator/fleet.ts'
import { hasType, type RecordedFields } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { SimulatedRound } from './city-rounds.ts'
import { readStopOutcomes } from './driven-trucks.ts'

/** Actor of simulated trucks and recyclers; it has no account. */
export const SIMULATION_ACTOR = 'simulation'
/** Time in ms until the simulation handles people's overdue loads and collections. */
const OVERDUE_MS = 60 * 60_000
/**
 * Maximum time in ms for which a load is expected on the road.
 * The maximum applies even if the estimated arrival is later.
 */
const LONGEST_WAY_MS = 24 * 60 * 60_000

export const isDeliveryOverdue = (
  { estimatedArrival, createdAt }: Pick<Delivery, 'estimatedArrival' | 'createdAt'>,
  now: Date,
) => now.getTime() > Math.min(Date.parse(estimatedArrival), Date.parse(createdAt) + LONGEST_WAY_MS) + OVERDUE_MS

export const isScheduleLongOverdue = ({ estimatedCompletion }: Pick<Schedule, 'estimatedCompletion'>, now: Date) =>
  now.getTime() > Date.parse(estimatedCompletion) + OVERDUE_MS

interface CityRound {
  underWay: SimulatedRoundProgress
  round: SimulatedRound
}

/**
 * Returns the log position at which the simulated year ends.
 * It is the position at which the last demo account was registered.
 * People may act afterwards.
 */
export async function readYearEndPosition({ store }: Pick<Kernel, 'store'>): Promise<number> {
  const last = accountAggregate.stream(userIdOf(`seed/${DEMO_ACCOUNTS.at(-1)?.identifier}`))
  return (await store.readStream(last))[0]?.position ?? 0
}

/**
 * Returns the truck's current collection round.
 * Returns undefined if the truck has no round, or if people take part in the round.
 */
export async function readSimulatedRound(
  kernel: Kernel,
  vehicleId: string,
  yearsEnd: number,
): Promise<CityRound | undefined> {
  const recorded = await kernel.store.readStream(vehicleAggregate.stream(vehicleId))
  const truck = recorded
    .filter((logged) => isEventOf(logged, 'vehicle'))
    .reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
  const isOurs = ({ meta, position }: RecordedFields) =>
    meta.actor === SIMULATION_ACTOR || meta.actor === 'system' || position < yearsEnd
  if (truck.boundFor) {
    const left = recorded.findLast((logged) => hasType(logged, 'TruckDispatched'))
    return left && readLoaded(kernel, left.data, isOurs(left))
  }
  if (!truck.collection) return undefined
  const { planned, startedAt } = truck.collection
  const { scheduleId, zone, siteId, scheduledStart } = planned
  const ofRound = recorded.filter(({ data }) => (data as { scheduleId?: string }).scheduleId === scheduleId)
  const ours = [...ofRound, ...(await readStopOutcomes(kernel, truck.collection))].every(isOurs)
  if (!ours && !isScheduleLongOverdue(planned, kernel.clock())) return undefined
  const stage = startedAt ? 'collecting' : 'scheduled'
  const since = new Date(startedAt ?? scheduledStart)
  return { underWay: { zone, siteId, stage, since }, round: { scheduleId, sent: false, lent: !ours } }
}

/**
 * Returns the simulated trip of a truck that has left with loads for a site.
 * Returns undefined if the truck is not on the road, or if a user sent it and its loads are not overdue.
 */
async function readLoaded(
  { rows, clock }: Kernel,
  { vehicleId, siteId, loads, dispatchedAt }: EventData<'TruckDispatched'>,
  ours: boolean,
): Promise<CityRound | undefined> {
  const filter = { truckId: vehicleId, facilityId: siteId, underWay: true }
  const aboard = await (await rows.standing('deliveries')).find<Row & Delivery>('deliveries', { filter })
  const overdue = aboard.some((delivery) => isDeliveryOverdue(delivery, clock()))
  const zone = loads[0]?.zone
  if (aboard.length === 0 || !zone || !(ours || overdue)) return undefined
  const tonnes = aboard.reduce((sum, { weight = 0 }) => sum + weight, 0) / 1_000
  const underWay: SimulatedRoundProgress = { zone, siteId, stage: 'loaded', since: new Date(dispatchedAt), tonnes }
  return { underWay, round: { sent: true, lent: !ours } }
}
