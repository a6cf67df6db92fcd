/** Simulates residents, trucks and sites of a city, deterministic by seed. */

import type {
  SimulatedCommand,
  SimulatedCommandData,
  SimulatedCommandEmitter,
} from '#contract/demo/simulated-command.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import { createEventQueue, type EventQueue } from './agenda.ts'
import type { SimulatedCity, SimulatedCityConfig, SimulatedZoneConfig } from './city-plan.ts'
import { createSimulatedFleet } from './fleet.ts'
import {
  drawInitialFillLevel,
  drawNextReportTime,
  drawReportDescription,
  type Household,
  householdOf,
} from './household.ts'
import { createRandom } from './random.ts'
import { DAY_MS, epochDayOf } from './rhythm.ts'
import { createDispatcherSimulation, type SimulatedDistrict, type SimulatedZoneState } from './rounds.ts'
import { createWasteSite } from './waste-site.ts'

export function createSimulatedCity<const Z extends string>(plan: SimulatedCityConfig<Z>): SimulatedCity<Z> {
  const { seed, zones } = plan
  return {
    *residents() {
      for (const { name, customers } of zones)
        for (let n = 1; n <= customers; n++) yield householdOf(seed, name, n).resident
    },
    *happenings(from, to) {
      const life = createLife(plan, from.getTime())
      life.eachHousehold((zone, household, number) => {
        life.agenda.plan(signUpTime(seed, household, number, from.getTime()), () => life.signUp(zone, household))
      })
      yield* life.run(to?.getTime() ?? Number.POSITIVE_INFINITY)
    },
    *live(now, { pace = 1, cityTime = now, open = new Set(), waitingSince, emptied = new Map(), absent } = {}) {
      const start = cityTime.getTime()
      const inCity = (time: Date) => start + (time.getTime() - now.getTime()) * pace
      const life = createLife(plan, start)
      life.takeUp(inCity, waitingSince)
      life.eachHousehold((zone, known) => {
        const { id } = known.resident
        // An absent household's open report is collected; no new one follows.
        const household = absent?.has(id) ? { ...known, reports: false } : known
        const since = emptied.get(id)
        const due = since && drawNextReportTime(seed, household, inCity(since))
        if (open.has(id)) life.reported(zone, household)
        else if (due && due > start) life.reportAt(zone, household, due)
        else life.fillUp(zone, household, drawInitialFillLevel(seed, household, start))
      })
      const inLife = (time: Date) => new Date(now.getTime() + (time.getTime() - start) / pace)
      for (const happening of life.run(Number.POSITIVE_INFINITY)) yield shiftTimes(happening, inLife)
    },
  }
}

/**
 * Returns the time at which a simulated resident signs up.
 * Most residents sign up in the first days.
 */
function signUpTime(seed: string, household: Household<string>, number: number, from: number): number {
  const random = createRandom(`${seed}/sign-up/${household.resident.id}`)
  const days = number % 5 < 3 ? random.between(0, 4) : Math.min(120, random.exponential(20))
  return (epochDayOf(from) + Math.floor(days)) * DAY_MS + household.hour * 3_600_000 + random.between(0, 3_600_000)
}

function createLife<Z extends string>(plan: SimulatedCityConfig<Z>, start: number) {
  const { seed } = plan
  const agenda: EventQueue = createEventQueue(start)
  const happened: SimulatedCommand<Z>[] = []
  const emit: SimulatedCommandEmitter<Z> = (type, subject, of) => {
    const at = new Date(agenda.now())
    happened.push({ id: `${seed}/${type}/${subject}/${at.toISOString()}`, at, type, ...of } as SimulatedCommand<Z>)
  }
  const states = zonesOf(plan.zones)
  const stateOf = new Map(states.map((state) => [state.name, state]))
  const fleet = createSimulatedFleet(plan.trucks)
  const sites = plan.sites.map((site) => createWasteSite(seed, site, start))
  const emptied = (household: Household<Z>) =>
    fillUp(stateOf.get(household.resident.zone) as SimulatedZoneState<Z>, household)
  const rounds = createDispatcherSimulation<Z>({ ...plan, agenda, emit, fleet, sites, emptied })
  for (const truck of fleet.trucks) if (truck.free) rounds.release(truck, createRandom(`${seed}/begins/${truck.id}`))

  function fillUp(zone: SimulatedZoneState<Z>, household: Household<Z>, share = 1): void {
    reportAt(zone, household, drawNextReportTime(seed, household, agenda.now(), share))
  }

  function reportAt(zone: SimulatedZoneState<Z>, household: Household<Z>, time: number): void {
    if (!household.reports) return
    agenda.plan(time, () => {
      const body: SimulatedCommandData['ReportBinFull']['body'] = {
        description: drawReportDescription(seed, household, agenda.now()),
      }
      emit('ReportBinFull', household.resident.id, { resident: household.resident, body })
      reported(zone, household)
    })
  }

  function reported(zone: SimulatedZoneState<Z>, household: Household<Z>): void {
    zone.open.push(household)
    rounds.reported(zone)
  }

  return {
    agenda,
    fillUp,
    reportAt,
    reported,
    /**
     * Continues collections that are in progress at the start.
     * `inCity` converts real time to simulated time.
     */
    takeUp(inCity: (time: Date) => number, waitingSince?: Date): void {
      if (waitingSince) for (const { district } of states) district.waitingSince = inCity(waitingSince)
      for (const truck of fleet.trucks) {
        const zone = stateOf.get(truck.underWay?.zone as Z)
        if (truck.underWay && zone)
          rounds.takeUp(zone, truck, { ...truck.underWay, since: new Date(inCity(truck.underWay.since)) })
      }
      // Plans the processing of waste at sites that are already full enough.
      for (const site of sites)
        rounds.planProcessing(site, createRandom(`${seed}/look/${site.id}/${agenda.now()}`), { least: 0.5, most: 2 })
    },
    signUp(zone: SimulatedZoneState<Z>, household: Household<Z>): void {
      emit('SignUp', household.resident.id, { resident: household.resident })
      fillUp(zone, household, drawInitialFillLevel(seed, household, agenda.now()))
    },
    eachHousehold(visit: (zone: SimulatedZoneState<Z>, household: Household<Z>, number: number) => void): void {
      plan.zones.forEach(({ name, customers }, index) => {
        for (let n = 1; n <= customers; n++)
          visit(states[index] as SimulatedZoneState<Z>, householdOf(seed, name, n), n)
      })
    },
    *run(end: number): Generator<SimulatedCommand<Z>> {
      while (agenda.next(end) !== undefined) yield* happened.splice(0)
    },
  }
}

function zonesOf<Z extends string>(zones: readonly SimulatedZoneConfig<Z>[]): SimulatedZoneState<Z>[] {
  const districts = new Map<string, SimulatedDistrict<Z>>()
  return zones.map(
    ({
      name,
      customers,
      threshold = recommendationThresholdOf(customers),
      taken = false,
      driven,
      district: called = 'all',
    }) => {
      const district = districts.get(called) ?? { name: called, zones: [], underway: false, rounds: 0 }
      districts.set(called, district)
      const state = { name, threshold, open: [], district, taken, coming: driven ? 1 : 0 }
      district.zones.push(state)
      return state
    },
  )
}

function shiftTimes<Z extends string>(
  happening: SimulatedCommand<Z>,
  inLife: (time: Date) => Date,
): SimulatedCommand<Z> {
  const at = inLife(happening.at)
  if (happening.type !== 'LogTrip') return { ...happening, at }
  const { trip_start, trip_end } = happening.body
  const times = { trip_start: inLife(new Date(trip_start)), trip_end: inLife(new Date(trip_end)) }
  const body = { ...happening.body, trip_start: times.trip_start.toISOString(), trip_end: times.trip_end.toISOString() }
  return { ...happening, at, body }
}
