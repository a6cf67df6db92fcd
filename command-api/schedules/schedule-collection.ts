/**
 * ScheduleCollection: plans the trucks of a zone, then schedules each.
 * A truck that is unavailable is removed from the plan.
 */

import type { z } from 'zod'
import type { ScheduleCollectionBody as Shape } from '#contract/commands.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { joinMessages } from '#contract/languages/values.ts'
import type { Zone } from '#domain/city.ts'
import { type PlannerCityWithZones, planTrucksForZone, toZoneNeed } from '#domain/planner/due.ts'
import { nearestSiteOfNeed } from '#domain/planner/options.ts'
import type { ZoneNeed } from '#domain/planner/plan.ts'
import { DRIVER_LEAD_TIME_MS, scheduleIdOf } from '#domain/planning.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { createConcurrencyLimit, createRestingTurns, runWithinLimit } from '#platform/http/concurrency-limit.ts'
import {
  activePlanOf,
  hasTrucks,
  newestPlanOf,
  plansOf,
  type ZonePlan,
  type ZonePlans,
  zonePlansAggregate,
} from '../aggregates/dispatch.ts'
import { releaseArrivedTruck } from '../aggregates/free-truck.ts'
import { createTruckAndScheduleAggregate } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { hasZoneEverOpened, INVALID_ZONE_REJECTION, loadZone, refuseClosedZone } from '../aggregates/zone.ts'
import { hasEvents } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readPlannerCity } from '../lookups/city.ts'
import {
  type AcceptedCollectionOption,
  doSchedulesMatchAcceptedOption,
  planTruckWork,
  REVIEW_PLAN_MESSAGE,
  refuseOutdatedOption,
  zoneNeedOfOption,
} from './accepted-option.ts'
import { cancelCollectionPlan } from './cancel-plan.ts'
import { planCollection } from './dispatch-plan.ts'
import { refuseImplausibleStart } from './reschedule.ts'
import { type PlannedSchedules, schedulePlannedTrucks } from './schedule-plan.ts'

export type ScheduleCollectionCommand = z.output<typeof Shape>

/** Runs the planner, which can block the thread for hundreds of ms. */
const inPlannerTurn = createRestingTurns()
/**
 * Limits the commands that wait for the planner, in total and per person.
 * Each contains a copy of the city.
 */
const enterPlanner = createConcurrencyLimit(
  { all: 200, ofOne: 20 },
  { ofOne: msg`Too many requests.`, all: msg`Too many requests.` },
)

/**
 * Returns the schedules of the zone's plan for the current cycle.
 * Creates the plan, unless an earlier command did.
 */
export async function scheduleCollection(
  kernel: Kernel,
  command: ScheduleCollectionCommand,
  envelope: Envelope,
): Promise<PlannedSchedules | Rejection> {
  const { clock } = kernel
  const { zone } = command
  const start = command.scheduledStart
    ? new Date(command.scheduledStart)
    : new Date(clock().getTime() + DRIVER_LEAD_TIME_MS)
  const refused = refuseImplausibleStart(start, clock())
  if (refused) return refused
  const asked = await loadZone(kernel.store, zone)
  if (!hasZoneEverOpened(asked, zone)) return INVALID_ZONE_REJECTION
  const { code } = asked.opened
  const { accepted } = command
  const city = await readPlannerCity(kernel, accepted ? undefined : command.siteId)
  const { cycle = 0, openReports: reportsCount = 0 } = city.zones.find(({ id }) => id === zone) ?? {}
  const need = accepted ? zoneNeedOfOption(zone, accepted, city) : toZoneNeed({ zone, reports: reportsCount }, city)
  const site = nearestSiteOfNeed(need)
  if (!site) return reject('bad-request', msg`There is no such dumping site.`)
  const named = accepted?.trucks.map(({ vehicleId }) => vehicleId) ?? command.vehicleIds
  const chooseTrucks = () => planTrucksForZone(city, zone).map(({ vehicleId }) => vehicleId)
  const choose = () => inPlannerTurn(envelope.actor, chooseTrucks)
  const vehicleIds = named ?? (await runWithinLimit(enterPlanner, envelope.actor, choose))
  if (isRejection(vehicleIds)) return vehicleIds
  for (const vehicleId of vehicleIds) await releaseArrivedTruck(kernel, vehicleId)

  const planned = await recordPlan(
    kernel,
    { zone, code, cycle, vehicleIds, choice: accepted && { accepted, need, city } },
    envelope,
  )
  if (isRejection(planned)) return planned
  const { plan, position, isOwn } = planned
  if (plan.vehicleIds.length === 0)
    return reject('conflict', msg`Some trucks of this plan were not available. Check the plan again.`)
  // Refuses if the existing plan has none of the chosen trucks.
  // The caller would otherwise get schedules of other trucks.
  const standing = msg`${{ zone }} already has a collection in this cycle, with ${{ trucks: plan.vehicleIds.join(', ') }}.`
  if (named && !named.some((id) => plan.vehicleIds.includes(id))) return reject('conflict', standing)
  // This call completes an interrupted plan of another caller.
  // It then ignores the option that its own caller accepted.
  const offered = isOwn ? accepted : undefined
  const way = offered || !accepted ? need : toZoneNeed({ zone, reports: reportsCount }, city)
  const taking = { zone, code, plan, need: way, reportsCount, start, offered }
  const { schedules, refusals, position: last } = await schedulePlannedTrucks(kernel, taking, envelope)
  if (offered && refusals.length > 0) {
    await cancelCollectionPlan(kernel, { zone, ...plan }, translateToEnglish(joinMessages(refusals)), envelope)
    return reject('conflict', joinMessages([...refusals, REVIEW_PLAN_MESSAGE]))
  }
  if (schedules.length === 0)
    return reject('conflict', refusals.length > 0 ? joinMessages(refusals) : msg`No vehicles available`)
  if (accepted && !doSchedulesMatchAcceptedOption(accepted, schedules)) return reject('conflict', standing)
  return { schedules, position: Math.max(position, last) }
}

interface PlanInput {
  zone: Zone
  /** Code of the zone, part of the schedule ids. */
  code: string
  cycle: number
  /** Trucks to plan, if the zone has no active plan. */
  vehicleIds: readonly string[]
  /**
   * The option that a dispatcher accepted, and data to validate it.
   * Undefined if no dispatcher chose an option.
   */
  choice: { accepted: AcceptedCollectionOption; need: ZoneNeed; city: PlannerCityWithZones } | undefined
}

async function recordPlan(
  kernel: Kernel,
  { zone, code, cycle, vehicleIds, choice }: PlanInput,
  envelope: Envelope,
): Promise<{ plan: ZonePlan; position: number; isOwn: boolean } | Rejection> {
  const { store, clock } = kernel
  const decide = (state: ZonePlans, { ended }: { ended: readonly string[] }) =>
    planCollection(
      { zone, cycle, vehicleIds, ended, accepted: choice !== undefined, plannedBy: envelope.actor },
      state,
      clock(),
    )
  const gather = async (state: ZonePlans) => {
    const refused = await refuseClosedZone(store, zone)
    if (refused) return refused
    const facts = { ended: await endedTrucks(activePlanOf(state)) }
    // Validates the chosen collection option only if the zone has no plan yet.
    if (!choice || !hasEvents(decide(state, facts))) return facts
    const round = 1 + (newestPlanOf(state, cycle)?.round ?? 0)
    const works = await planTruckWork(kernel, choice.need, { cycle, round, vehicleIds, code })
    return (await refuseOutdatedOption(kernel, { ...choice, zone, works })) ?? facts
  }
  const handled = await handleWithFacts(
    store,
    zonePlansAggregate.stream(zone),
    zonePlansAggregate,
    { gather, decide },
    envelope,
  )
  if (isRejection(handled)) return handled
  const decided = activePlanOf(handled.state)
  // Reads the plan again, because its trucks may have changed.
  // For a repeated command, `handled` has the state after the first attempt.
  const plans = plansOf(await loadState(store, zonePlansAggregate.stream(zone), zonePlansAggregate))
  const plan = plans.find((plan) => plan.cycle === decided?.cycle && plan.round === decided.round)
  const isOwn = handled.events.length > 0
  if (!plan) return reject('internal', msg`The plan was not recorded.`)
  // The cancellation of the zone's previous plan may have been undone meanwhile.
  // In that case, the previous plan stays valid and the new plan is refused.
  const before = isOwn ? plans.slice(0, plans.indexOf(plan)).findLast(hasTrucks) : undefined
  if (before?.cycle === cycle && (await endedTrucks(before)).length < before.vehicleIds.length) {
    const trucks = before.vehicleIds.join(', ')
    const undone = reject(
      'conflict',
      msg`${{ zone }} is scheduled again with ${{ trucks }}: its cancellation was undone.`,
    )
    await cancelCollectionPlan(kernel, { zone, ...plan }, undone.message, envelope)
    return undone
  }
  return { plan, position: handled.position, isOwn }

  async function endedTrucks(plan: ZonePlan | undefined): Promise<string[]> {
    const ended: string[] = []
    for (const id of plan?.vehicleIds ?? []) {
      const scheduleId = scheduleIdOf(code, plan?.cycle ?? 0, plan?.round ?? 1, id)
      const { schedule } = await loadState(
        store,
        vehicleAggregate.stream(id),
        createTruckAndScheduleAggregate(scheduleId),
      )
      if (schedule?.status === 'completed' || schedule?.status === 'cancelled') ended.push(id)
    }
    return ended
  }
}
