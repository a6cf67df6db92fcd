/** A city that lives by itself: residents sign up and report, trucks go round, sites fill; the same for the same seed. */
import type { Zone } from '#contract/city.ts'
import type { Commands, Emit, Happening, Resident } from '#contract/happening.ts'
import { recommendAt } from '#contract/tables.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import { createFleet, type TruckStart } from './fleet.ts'
import { descriptionOf, type Household, householdOf, nextReport, unknownShare } from './household.ts'
import { randomOf } from './random.ts'
import { DAY_MS, dayOf } from './rhythm.ts'
import { createRounds, type Distances, type District, type ZoneState } from './rounds.ts'
import { createWasteSite, type SiteStart } from './waste-site.ts'

export interface CityZone<Z extends string = Zone> {
  name: Z
  customers: number
  /** Zones of one district are collected together, as 'mark all collected' does; all are one district when it is not said. */
  district?: string
}

export interface CityPlan<Z extends string = Zone> {
  seed: string
  zones: readonly CityZone<Z>[]
  sites: readonly SiteStart[]
  trucks: readonly TruckStart[]
  /** Zone to site to km; the installation's defaults when not given. */
  distances?: Distances
}

export interface City<Z extends string = Zone> {
  /** Everybody who lives there, whether they have signed up yet or not. */
  residents(): Generator<Resident<Z>>
  /** What happens from the city's first day, in order of time, before `to` or without end. */
  happenings(from: Date, to?: Date): Generator<Happening<Z>>
  /**
   * What happens next in a city that has been there for long, without replaying it: from `now` without end, `pace` times as
   * fast as in life. `open` names the residents whose report waits; sites and trucks are to be given as they stand.
   */
  live(now: Date, options?: { pace?: number; open?: ReadonlySet<string> }): Generator<Happening<Z>>
}

export function createCity<const Z extends string>(plan: CityPlan<Z>): City<Z> {
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
    *live(now, { pace = 1, open = new Set() } = {}) {
      const start = now.getTime()
      const life = createLife(plan, start)
      life.eachHousehold((zone, household) => {
        if (open.has(household.resident.id)) life.reported(zone, household)
        else life.fillUp(zone, household, unknownShare(seed, household, start))
      })
      for (const one of life.run(Number.POSITIVE_INFINITY)) yield hasten(one, start, pace)
    },
  }
}

/** Most sign up in the first days, the others as word gets round. */
function signUpTime(seed: string, household: Household<string>, number: number, from: number): number {
  const random = randomOf(`${seed}/sign-up/${household.resident.id}`)
  const days = number % 5 < 3 ? random.between(0, 4) : Math.min(120, random.exponential(20))
  return (dayOf(from) + Math.floor(days)) * DAY_MS + household.hour * 3_600_000 + random.between(0, 3_600_000)
}

function createLife<Z extends string>(plan: CityPlan<Z>, start: number) {
  const { seed } = plan
  const agenda: Agenda = createAgenda(start)
  const happened: Happening<Z>[] = []
  const emit: Emit<Z> = (type, subject, of) => {
    const at = new Date(agenda.now())
    happened.push({ id: `${seed}/${type}/${subject}/${at.toISOString()}`, at, type, ...of } as Happening<Z>)
  }
  const states = zonesOf(plan.zones)
  const stateOf = new Map(states.map((state) => [state.name, state]))
  const fleet = createFleet(plan.trucks)
  const sites = plan.sites.map((site) => createWasteSite(seed, site, start))
  const emptied = (household: Household<Z>) => fillUp(stateOf.get(household.resident.zone) as ZoneState<Z>, household)
  const rounds = createRounds<Z>({ ...plan, agenda, emit, fleet, sites, emptied })
  for (const truck of fleet.trucks) rounds.release(truck, randomOf(`${seed}/begins/${truck.id}`))

  function fillUp(zone: ZoneState<Z>, household: Household<Z>, share = 1): void {
    if (!household.reports) return
    agenda.plan(nextReport(seed, household, agenda.now(), share), () => {
      const body: Commands['ReportBinFull']['body'] = { description: descriptionOf(seed, household, agenda.now()) }
      emit('ReportBinFull', household.resident.id, { resident: household.resident, body })
      reported(zone, household)
    })
  }

  function reported(zone: ZoneState<Z>, household: Household<Z>): void {
    zone.open.push(household)
    rounds.reported(zone)
  }

  return {
    agenda,
    fillUp,
    reported,
    signUp(zone: ZoneState<Z>, household: Household<Z>): void {
      emit('SignUp', household.resident.id, { resident: household.resident })
      fillUp(zone, household, unknownShare(seed, household, agenda.now()))
    },
    eachHousehold(visit: (zone: ZoneState<Z>, household: Household<Z>, number: number) => void): void {
      plan.zones.forEach(({ name, customers }, index) => {
        for (let n = 1; n <= customers; n++) visit(states[index] as ZoneState<Z>, householdOf(seed, name, n), n)
      })
    },
    *run(end: number): Generator<Happening<Z>> {
      while (agenda.next(end) !== undefined) yield* happened.splice(0)
    },
  }
}

function zonesOf<Z extends string>(zones: readonly CityZone<Z>[]): ZoneState<Z>[] {
  const districts = new Map<string, District<Z>>()
  return zones.map(({ name, customers, district: called = 'all' }) => {
    const district = districts.get(called) ?? { name: called, zones: [], underway: false, rounds: 0 }
    districts.set(called, district)
    const state = { name, threshold: recommendAt(customers), open: [], district }
    district.zones.push(state)
    return state
  })
}

/** Moves a happening, and the times that it tells of, closer to the start by the pace. */
function hasten<Z extends string>(one: Happening<Z>, start: number, pace: number): Happening<Z> {
  const moved = (time: Date) => new Date(start + (time.getTime() - start) / pace)
  const at = moved(one.at)
  if (one.type !== 'LogTrip') return { ...one, at }
  const { trip_start, trip_end } = one.body
  const times = { trip_start: moved(new Date(trip_start)), trip_end: moved(new Date(trip_end)) }
  const body = { ...one.body, trip_start: times.trip_start.toISOString(), trip_end: times.trip_end.toISOString() }
  return { ...one, at, body }
}
