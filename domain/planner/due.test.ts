/** Tests which zones need a collection, which trucks are planned, and how they share the reports. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VEHICLE_TYPES } from '../city.ts'
import { truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '../planning.ts'
import { DEFAULT_COLLECTION_THRESHOLDS as thresholds } from '../report-rules.ts'
import { INITIAL_ZONE_NAMES } from '../zones.ts'
import {
  type PlannerCityWithZones,
  planDueZones,
  planTrucksForZone,
  selectFreeTrucks,
  type ZoneScheduleState,
} from './due.ts'
import { createPlannerCity, createPlannerSite, createPlannerTruck, NORTH, WEST } from './fixtures.ts'
import { findBestPlan, planChosenTrucks } from './options.ts'
import { collectionPlanOf, comparePlanFigures, type FreeTruck } from './plan.ts'
import { truckRoundOptionsOf } from './truck-limits.ts'

const going = (city: PlannerCityWithZones, zone: (typeof INITIAL_ZONE_NAMES)[number]) =>
  planTrucksForZone(city, zone).map(({ vehicleId }) => vehicleId)

describe('a zone that is due', () => {
  it.each([
    [115, false],
    [116, true],
    [145, true],
  ])('by %i of 145: %s, at 116', (reports, due) =>
    expect(planDueZones(createPlannerCity(reports, 0)).zones[0]).toMatchObject({ due, at: 116, under: [] }),
  )

  it('is one by all its customers where they are few, and never an empty one', () => {
    const zones = [{ id: NORTH, openReports: 0, totalCustomers: 0, thresholds, cycle: 1 }]
    expect(planDueZones(createPlannerCity(0, 0, { zones })).zones[0]?.due).toBe(false)
  })

  it('has its trucks once they are scheduled in its present cycle', () => {
    const schedule: ZoneScheduleState = { zone: NORTH, open: true, cycle: 4 }
    const planned = (more: Partial<ZoneScheduleState>) =>
      planDueZones(createPlannerCity(116, 0, { schedules: [{ ...schedule, ...more }] })).plan.legs.length > 0
    expect(planned({})).toBe(false)
    for (const more of [{ open: false }, { cycle: 3 }, { zone: WEST }]) expect(planned(more)).toBe(true)
  })
})

describe('the trucks of one zone', () => {
  it('are those of the plan for all that is due', () => {
    const city = createPlannerCity(116, 66)
    const { plan } = planDueZones(city)
    for (const zone of INITIAL_ZONE_NAMES)
      expect(planTrucksForZone(city, zone)).toEqual(plan.legs.filter((leg) => leg.zone === zone))
    expect(new Set(plan.legs.map(({ vehicleId }) => vehicleId)).size).toBe(plan.legs.length)
  })

  it('are the best for it alone where it is not due, one at least', () => {
    const fleet = [createPlannerTruck('T1'), createPlannerTruck('T2', { fuel_efficiency_kmpl: 12 })]
    expect(going(createPlannerCity(3, 0, { fleet }), NORTH)).toEqual(['T2'])
    expect(going(createPlannerCity(0, 0, { fleet }), NORTH)).toEqual(['T2'])
  })

  it('are free and fuelled', () => {
    const fleet = [
      createPlannerTruck('T1', { status: 'scheduled' }),
      createPlannerTruck('T2', { needs_refuel: true }),
      createPlannerTruck('T3', { archived: true }),
      createPlannerTruck('T5'),
      createPlannerTruck('T4'),
    ]
    expect(selectFreeTrucks(fleet).map(({ id }) => id)).toEqual(['T4', 'T5'])
    expect(going(createPlannerCity(3, 0, { fleet }), NORTH)).toEqual(['T4'])
  })

  it('unload at the nearest site that has room', () => {
    const sitesOf = (north: number) =>
      planTrucksForZone(
        createPlannerCity(3, 0, { sites: [createPlannerSite('WS001', north), createPlannerSite('WS002')] }),
        NORTH,
      ).map(({ siteId }) => siteId)
    expect([sitesOf(999), sitesOf(1000)]).toEqual([['WS001'], ['WS002']])
    expect(
      planTrucksForZone(createPlannerCity(3, 0, { sites: [createPlannerSite('WS001', 1000)] }), NORTH),
    ).toMatchObject([{ siteId: 'WS001' }])
    expect(planTrucksForZone(createPlannerCity(3, 0, { sites: [] }), NORTH)).toEqual([])
  })
})

describe('trucks that somebody chose', () => {
  const free = (id: string, more: Partial<FreeTruck> = {}): FreeTruck => ({
    id,
    type: 'rear_loader',
    kmpl: 10,
    fuel: 60,
    ...more,
  })
  const need = (reports: number) => ({ zone: NORTH, reports, sites: [{ id: 'WS001', km: 12.5 }] })
  const shares = (reports: number, trucks: FreeTruck[]) =>
    planChosenTrucks(need(reports), trucks).map((way) => [way.vehicleId, way.reports, way.trips])

  it('all go, independent of the recommendation, and share the reports equally for any order of names', () => {
    const three = [free('T1'), free('T2'), free('T3')]
    // A rear loader takes 3,600 kg: a base of 450 kg plus 42 bins of 75 kg.
    expect(shares(100, three)).toEqual([
      ['T1', 42, 1],
      ['T2', 42, 1],
      ['T3', 16, 1],
    ])
    expect(shares(100, three.toReversed())).toEqual(shares(100, three))
  })

  it('go also where there is nothing for them, once, and stay where they can’t get there and back', () => {
    expect(shares(1, [free('T1'), free('T2')])).toEqual([
      ['T1', 1, 1],
      ['T2', 0, 1],
    ])
    expect(shares(0, [free('T1')])).toEqual([['T1', 0, 1]])
    expect(shares(5, [free('T1', { fuel: 2.4 }), free('T2', { fuel: 2.5 })])).toEqual([['T2', 5, 1]])
    expect(planChosenTrucks({ ...need(5), sites: [] }, [free('T1')])).toEqual([])
  })

  it('do together as much as any sharing could, for as little', () => {
    const some = fc.record({
      type: fc.constantFrom(...VEHICLE_TYPES),
      kmpl: fc.integer({ min: 2, max: 12 }),
      fuel: fc.integer({ min: 4, max: 40 }),
    })
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 3, max: 140 }),
        (facts, reports) => {
          const trucks = facts.map((truck, at) => free(`T${at}`, truck))
          const plan = findBestPlan(need(reports), trucks)
          const best = everyWay(trucks, reports)
          expect(plan === undefined).toBe(best === undefined)
          if (plan && best) expect(comparePlanFigures(plan, best)).toBe(0)
          for (const leg of plan?.legs ?? []) {
            const { type } = trucks.find(({ id }) => id === leg.vehicleId) as FreeTruck
            expect(leg.reports * VOLUME_M3_PER_REPORT).toBeLessThanOrEqual(leg.trips * truckCapacityM3Of(type) + 1e-9)
          }
        },
      ),
    )
  })

  /** Returns the best result of all combinations of the three trucks' numbers of trips. */
  function everyWay(trucks: FreeTruck[], reports: number) {
    const [a = [], b = [], c = []] = trucks.map((truck) => truckRoundOptionsOf(truck, 12.5, reports))
    const all = a.flatMap((x) => b.flatMap((y) => c.map((z) => [x, y, z])))
    const outcomes = all.map((rounds) => ({
      reports: Math.min(
        reports,
        rounds.reduce((sum, { most }) => sum + most, 0),
      ),
      litres: rounds.reduce((sum, { litres }) => sum + litres, 0),
      km: rounds.reduce((sum, { km }) => sum + km, 0),
    }))
    return outcomes.sort(comparePlanFigures)[0]
  }

  // Plans many trucks, too many for an exhaustive search.
  it('are planned together, also ten of them', () => {
    const ten = Array.from({ length: 10 }, (_, n) => free(`T${n}`, { type: VEHICLE_TYPES[n % 5], kmpl: 4 + n }))
    const near = { zone: NORTH, reports: 2_000, sites: [{ id: 'WS001', km: 1 }] }
    const plan = collectionPlanOf(planChosenTrucks(near, ten))
    expect(plan.legs).toHaveLength(10)
  })
})
