/**
 * Tests the planner's solver.
 * Trucks can drive each plan, and no plan is worse than the naive plan.
 * If all possible plans were tried, the returned plan is optimal.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VEHICLE_TYPES } from '../city.ts'
import { BASE_KG, REPORT_KG, truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '../planning.ts'
import { createNaivePlan, findBestPlan, zoneOptionsOf } from './options.ts'
import {
  type CollectionPlan,
  comparePlanFigures,
  EMPTY_PLAN,
  type FreeTruck,
  type PlanFigures,
  type PlannerInput,
  sumPlanFigures,
  type ZoneNeed,
} from './plan.ts'
import { solvePlan } from './solve.ts'
import { SHIFT_MINUTES, truckPayloadKgOf } from './truck-limits.ts'

const tenths = (least: number, most: number) => fc.integer({ min: least * 10, max: most * 10 }).map((n) => n / 10)
const site = (id: string) => tenths(0, 60).map((km) => ({ id, km }))

/**
 * Generates random cities for tests of the planner.
 * Some have trucks with nearly empty tanks, or distant sites.
 */
const cities = (zones: number, trucks: number): fc.Arbitrary<PlannerInput> =>
  fc.record({
    zones: fc
      .array(fc.record({ reports: fc.integer({ min: 1, max: 300 }), sites: fc.tuple(site('A'), site('B')) }), {
        minLength: 1,
        maxLength: zones,
      })
      .map((all) => all.map((zone, n) => ({ zone: `Z${n}`, ...zone }))),
    trucks: fc
      .array(fc.record({ type: fc.constantFrom(...VEHICLE_TYPES), kmpl: tenths(1, 15), fuel: tenths(0, 150) }), {
        maxLength: trucks,
      })
      .map((all) => all.map((truck, n) => ({ id: `T${n}`, ...truck }))),
    most: fc.option(fc.integer({ min: 0, max: trucks }), { nil: undefined }),
  })

function expectFeasible(
  { legs, reports, litres, km }: CollectionPlan,
  { zones, trucks, most = trucks.length }: PlannerInput,
): void {
  expect(new Set(legs.map(({ vehicleId }) => vehicleId)).size).toBe(legs.length)
  expect(legs.length).toBeLessThanOrEqual(most)
  for (const { zone, reports: open } of zones) {
    const own = legs.filter((leg) => leg.zone === zone)
    expect(own.length).toBeLessThanOrEqual(2)
    expect(own.reduce((sum, leg) => sum + leg.reports, 0)).toBeLessThanOrEqual(open)
  }
  for (const leg of legs) {
    const truck = trucks.find(({ id }) => id === leg.vehicleId) as FreeTruck
    const distance = zones.find(({ zone }) => zone === leg.zone)?.sites.find(({ id }) => id === leg.siteId)?.km ?? -1
    expect(leg.reports).toBeGreaterThan(0)
    expect(leg.reports * VOLUME_M3_PER_REPORT).toBeLessThanOrEqual(leg.trips * truckCapacityM3Of(truck.type) + 1e-9)
    expect(BASE_KG + leg.reports * REPORT_KG).toBeLessThanOrEqual(leg.trips * truckPayloadKgOf(truck.type))
    expect(leg.minutes).toBeLessThanOrEqual(SHIFT_MINUTES)
    expect(leg.litres).toBeLessThanOrEqual(truck.fuel)
    expect(leg.km).toBeCloseTo(2 * distance * leg.trips)
    expect(leg.litres).toBeCloseTo(leg.km / truck.kmpl)
  }
  expect(reports).toBe(legs.reduce((sum, leg) => sum + leg.reports, 0))
  expect(litres).toBeCloseTo(legs.reduce((sum, leg) => sum + leg.litres, 0))
  expect(km).toBeCloseTo(legs.reduce((sum, leg) => sum + leg.km, 0))
}

/** Returns the best plan with up to two trucks per zone. */
function bruteForce({ zones, trucks, most = trucks.length }: PlannerInput, at = 0): PlanFigures {
  const need = zones[at]
  if (!need) return EMPTY_PLAN
  let best = bruteForce({ zones, trucks, most }, at + 1)
  for (const [a, first] of trucks.entries())
    for (const second of [undefined, ...trucks.slice(a + 1)]) {
      const sent = second ? [first, second] : [first]
      const plan = findBestPlan(need, sent)
      if (!plan || sent.length > most) continue
      const free = trucks.filter((truck) => !sent.includes(truck))
      const outcome = sumPlanFigures(plan, bruteForce({ zones, trucks: free, most: most - sent.length }, at + 1))
      if (comparePlanFigures(outcome, best) < 0) best = outcome
    }
  return best
}

/** Returns the cheapest way to split the reports, found by trying all ways. */
function everySplit({ reports, sites }: ZoneNeed, trucks: readonly FreeTruck[]): PlanFigures | undefined {
  const distance = Math.min(...sites.map(({ km }) => km))
  const cheapest = (truck: FreeTruck, load: number): PlanFigures | undefined => {
    for (let trips = 1; trips <= 24; trips++) {
      const km = 2 * distance * trips
      const fits =
        load <= trips * Math.floor(truckCapacityM3Of(truck.type) / VOLUME_M3_PER_REPORT + 1e-9) &&
        BASE_KG + load * REPORT_KG <= trips * truckPayloadKgOf(truck.type) &&
        (km / 25) * 60 + trips * 20 + load * 1.5 <= SHIFT_MINUTES &&
        km / truck.kmpl <= truck.fuel
      if (fits) return { reports: load, km, litres: km / truck.kmpl }
    }
    return undefined
  }
  const [first, second] = trucks as [FreeTruck, FreeTruck | undefined]
  let best: PlanFigures | undefined
  for (let a = 1; a <= reports; a++)
    for (let b = second ? 1 : 0; b <= (second ? reports - a : 0); b++) {
      const one = cheapest(first, a)
      const other = second ? cheapest(second, b) : EMPTY_PLAN
      const sum = one && other && sumPlanFigures(one, other)
      if (sum && (!best || comparePlanFigures(sum, best) < 0)) best = sum
    }
  return best
}

it('lets one or two trucks do as much as they can, as cheaply as they can', () =>
  fc.assert(
    fc.property(cities(1, 2), ({ zones, trucks }) => {
      const need = { ...(zones[0] as ZoneNeed), reports: Math.ceil((zones[0]?.reports ?? 1) / 3) }
      if (trucks.length === 0) return
      const [plan, best] = [findBestPlan(need, trucks), everySplit(need, trucks)]
      expect(plan === undefined).toBe(best === undefined)
      if (plan && best) expect(comparePlanFigures(plan, best)).toBe(0)
    }),
  ))

describe('the solver', () => {
  it('makes plans that can be driven, of any city', () =>
    fc.assert(fc.property(cities(8, 12), (needs) => expectFeasible(solvePlan(needs), needs))))

  it('is never worse than the naive plan, which can be driven as well', () =>
    fc.assert(
      fc.property(cities(8, 12), (needs) => {
        const naive = createNaivePlan(needs)
        expectFeasible(naive, needs)
        expect(comparePlanFigures(solvePlan(needs), naive)).toBeLessThanOrEqual(0)
      }),
    ))

  it('finds what trying everything finds, and knows that it did', () =>
    fc.assert(
      fc.property(cities(3, 5), (needs) => {
        const solved = solvePlan(needs)
        expect(comparePlanFigures(solved, bruteForce(needs))).toBe(0)
        expect(solved.proven).toBe(true)
      }),
    ))

  it('gives the same plan for the same city and any order of its trucks', () =>
    fc.assert(
      fc.property(cities(2, 8), (needs) => {
        const turned = { ...needs, trucks: [...needs.trucks].reverse() }
        expect(solvePlan(needs)).toEqual(solvePlan(needs))
        expect(comparePlanFigures(solvePlan(turned), solvePlan(needs))).toBe(0)
      }),
    ))
})

describe('a plan of the demo', () => {
  const trucks: FreeTruck[] = [
    { id: 'T001', type: 'compressed_truck', kmpl: 8.5, fuel: 120 },
    { id: 'T002', type: 'rear_loader', kmpl: 9.2, fuel: 78 },
    { id: 'T003', type: 'side_loader', kmpl: 12.5, fuel: 36 },
  ]
  const north = { zone: 'Ablekuma North', reports: 116, sites: [{ id: 'WS001', km: 12.5 }] }
  const west = { zone: 'Ayawaso West', reports: 66, sites: [{ id: 'WS002', km: 8.9 }] }

  it('sends the large truck where the naive one sends the two small ones twice', () => {
    const ways = (plan: CollectionPlan) => plan.legs.map(({ vehicleId, zone, trips }) => [vehicleId, zone, trips])
    expect(ways(solvePlan({ zones: [north, west], trucks }))).toEqual([
      ['T001', 'Ablekuma North', 1],
      ['T003', 'Ablekuma North', 1],
      ['T002', 'Ayawaso West', 2],
    ])
    expect(ways(createNaivePlan({ zones: [north, west], trucks }))).toEqual([
      ['T002', 'Ablekuma North', 2],
      ['T003', 'Ablekuma North', 1],
      ['T001', 'Ayawaso West', 1],
    ])
  })

  it('leaves out a truck whose tank does not reach, and returns the rest', () => {
    const dry = trucks.map((truck) => ({ ...truck, fuel: 1 }))
    expect(solvePlan({ zones: [north], trucks: dry })).toMatchObject({ legs: [], reports: 0, proven: true })
  })

  it('unloads at the nearer site', () => {
    const sites = [{ id: 'WS002', km: 18.7 }, ...north.sites]
    expect(solvePlan({ zones: [{ ...north, sites }], trucks }).legs.every((leg) => leg.siteId === 'WS001')).toBe(true)
  })
})

it('plans 50 zones with 40 trucks better than the naive plan', () => {
  const needs: PlannerInput = {
    zones: Array.from({ length: 50 }, (_, n) => ({
      zone: `Z${n}`,
      reports: 20 + ((n * 37) % 120),
      sites: [{ id: 'A', km: 4 + ((n * 13) % 20) }],
    })),
    trucks: Array.from({ length: 40 }, (_, n) => ({
      id: `T${n}`,
      type: VEHICLE_TYPES[n % VEHICLE_TYPES.length] ?? 'roll_off',
      kmpl: 3 + ((n * 7) % 10),
      fuel: 30 + ((n * 11) % 100),
    })),
  }
  const plan = solvePlan(needs)
  expectFeasible(plan, needs)
  expect(comparePlanFigures(plan, createNaivePlan(needs))).toBeLessThan(0)
})

describe('of a large fleet', () => {
  const trucks = Array.from({ length: 200 }, (_, n): FreeTruck => {
    const type = VEHICLE_TYPES[n % VEHICLE_TYPES.length] ?? 'rear_loader'
    return { id: `T${n}`, type, kmpl: 2 + (n % 7) / 2, fuel: 60 + (n % 140) }
  })
  const need = (n: number): ZoneNeed => ({
    zone: `Z${n}`,
    reports: 60 + ((n * 37) % 200),
    sites: [{ id: 'A', km: 5 + (n % 25) }],
  })

  it('not all pairs are compared for any zone: those of 40 trucks, and each truck alone', () => {
    for (const n of [0, 7, 24]) expect(zoneOptionsOf(need(n), trucks).length).toBeLessThanOrEqual(200 + (40 * 39) / 2)
  })

  it('60 zones have a plan that can be driven, better than the naive one, and not said to be the best', () => {
    const needs = { zones: Array.from({ length: 60 }, (_, n) => need(n)), trucks }
    const plan = solvePlan(needs)
    expect(plan.proven).toBe(false)
    expect(comparePlanFigures(plan, createNaivePlan(needs))).toBeLessThan(0)
    const used = plan.legs.map(({ vehicleId }) => vehicleId)
    expect(new Set(used).size).toBe(used.length)
  })
})

describe('of the largest city', () => {
  /** Number of times that the planner reads a truck: measures effort independently of the machine. */
  let reads = 0
  const trucks = Array.from({ length: 3_000 }, (_, n): FreeTruck => {
    const type = VEHICLE_TYPES[n % VEHICLE_TYPES.length] ?? 'rear_loader'
    return {
      id: `T${n}`,
      type,
      kmpl: 3 + (n % 37) / 7,
      get fuel() {
        reads += 1
        return 60 + (n % 240)
      },
    }
  })
  const zones = (count: number, km = 5) =>
    Array.from({ length: count }, (_, n) => ({ zone: `Z${n}`, reports: 50, sites: [{ id: 'A', km: km + (n % 50) }] }))

  it('500 zones with 3,000 trucks are all collected, without trying every truck for every zone', () => {
    reads = 0
    const plan = solvePlan({ zones: zones(500), trucks })
    expect(reads).toBeLessThan((500 * 3_000) / 3)
    expect(plan.reports).toBe(500 * 50)
    expect(comparePlanFigures(plan, createNaivePlan({ zones: zones(500), trucks }))).toBeLessThanOrEqual(0)
  })

  it('a zone that no truck reaches is tried once with each truck', () => {
    reads = 0
    const plan = solvePlan({ zones: zones(1, 1_000), trucks })
    expect(plan.legs).toEqual([])
    expect(reads).toBeLessThan(10 * 3_000)
  })
})

it('checks a limited number of options of a large city whose trucks are all taken', () => {
  const types = ['compressed_truck', 'rear_loader', 'tipper_truck'] as const
  const trucks = Array.from({ length: 200 }, (_, n) => ({
    ...{ id: `T${n}`, type: types[n % 3] as FreeTruck['type'], kmpl: 2 + (n % 17) * 0.37, fuel: 60 + (n % 90) },
  }))
  const zones = Array.from({ length: 60 }, (_, n) => ({
    ...{ zone: `Z${n}`, reports: 300 + (n % 50), sites: [{ id: 'WS001', km: 5 + ((n * 7) % 40) }] },
  }))
  const { every } = Array.prototype
  let checks = 0
  Array.prototype.every = function count(this: unknown[], ...given: unknown[]) {
    checks++
    return Reflect.apply(every, this, given)
  } as typeof every
  try {
    solvePlan({ zones, trucks })
  } finally {
    Array.prototype.every = every
  }
  expect(checks).toBeLessThan(10_000_000)
})
