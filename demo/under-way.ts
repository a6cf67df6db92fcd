/** The rounds that are the city's own to go on with, as the trucks' streams tell them: after a start, a rest or a refusal. */

import { userIdOf } from '#command-api/accounts/register.ts'
import { isOf } from '#command-api/kernel/category.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { account } from '#command-api/streams/account.ts'
import { vehicle } from '#command-api/streams/vehicle.ts'
import { DEMO_ACCOUNTS } from '#contract/city/demo.ts'
import type { EventData } from '#contract/events.ts'
import type { Delivery, Schedule } from '#contract/views.ts'
import { hasType, type Recorded } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { UnderWay } from '#simulator/fleet.ts'
import type { Round } from './city-rounds.ts'

/** Nobody has this account: what trucks and recyclers do in a city that lives by itself is nobody's doing. */
export const ACTOR = 'simulation'
/**
 * So long after a load should have arrived nobody will write it down any more, and so long after a collection should have ended
 * nobody will say so: the city's own people do.
 */
const OVERDUE_MS = 60 * 60_000
/** Whatever its papers say, no load is on the road for longer. */
const LONGEST_WAY_MS = 24 * 60 * 60_000

export const isOverdue = (
  { estimatedArrival, createdAt }: Pick<Delivery, 'estimatedArrival' | 'createdAt'>,
  now: Date,
) => now.getTime() > Math.min(Date.parse(estimatedArrival), Date.parse(createdAt) + LONGEST_WAY_MS) + OVERDUE_MS

export const isAbandoned = ({ estimatedCompletion }: Pick<Schedule, 'estimatedCompletion'>, now: Date) =>
  now.getTime() > Date.parse(estimatedCompletion) + OVERDUE_MS

export interface OwnRound {
  underWay: UnderWay
  round: Round
}

/** From here on people may have acted: the demo's accounts come last, after the year. */
export async function readYearsEnd({ store }: Pick<Kernel, 'store'>): Promise<number> {
  const last = account.stream(userIdOf(`seed/${DEMO_ACCOUNTS.at(-1)?.identifier}`))
  return (await store.readStream(last))[0]?.position ?? 0
}

/** The truck's round, or undefined when it is on none, or on one that a person has had a hand in. */
export async function readOwnRound(kernel: Kernel, vehicleId: string, yearsEnd: number): Promise<OwnRound | undefined> {
  const recorded = await kernel.store.readStream(vehicle.stream(vehicleId))
  const truck = recorded.filter((logged) => isOf(logged, 'vehicle')).reduce(vehicle.evolve, vehicle.initial)
  const isOurs = ({ meta, position }: Recorded) =>
    meta.actor === ACTOR || meta.actor === 'system' || position < yearsEnd
  if (truck.boundFor) {
    const left = recorded.findLast((logged) => hasType(logged, 'TruckDispatched'))
    return left && readLoaded(kernel, left.data, isOurs(left))
  }
  if (!truck.collection) return undefined
  const { planned, startedAt } = truck.collection
  const { scheduleId, zone, siteId, scheduledStart } = planned
  const ofRound = recorded.filter(({ data }) => (data as { scheduleId?: string }).scheduleId === scheduleId)
  const ours = ofRound.every(isOurs)
  if (!ours && !isAbandoned(planned, kernel.clock())) return undefined
  const stage = startedAt ? 'collecting' : 'scheduled'
  const since = new Date(startedAt ?? scheduledStart)
  return { underWay: { zone, siteId, stage, since }, round: { scheduleId, sent: false, lent: !ours } }
}

/** Undefined where nothing is on the road any more, and where people are still to be expected to take it in. */
async function readLoaded(
  { rows, clock }: Kernel,
  { vehicleId, siteId, loads, dispatchedAt }: EventData<'TruckDispatched'>,
  ours: boolean,
): Promise<OwnRound | undefined> {
  const filter = { truckId: vehicleId, facilityId: siteId, underWay: true }
  const aboard = await (await rows.standing('deliveries')).find<Row & Delivery>('deliveries', { filter })
  const overdue = aboard.some((delivery) => isOverdue(delivery, clock()))
  const zone = loads[0]?.zone
  if (aboard.length === 0 || !zone || !(ours || overdue)) return undefined
  const tonnes = aboard.reduce((sum, { weight = 0 }) => sum + weight, 0) / 1_000
  const underWay: UnderWay = { zone, siteId, stage: 'loaded', since: new Date(dispatchedAt), tonnes }
  return { underWay, round: { sent: true, lent: !ours } }
}
