/**
 * Tests the options of a zone's collection.
 * Their figures add up, and none is better than the recommendation in every figure.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VehicleType } from '#domain/city.ts'
import { VEHICLE_TYPES, type Zone } from '../city.ts'
import { truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '../planning.ts'
import { INITIAL_ZONE_NAMES } from '../zones.ts'
import { collectionOptionsOf } from './choices.ts'
import { type PlannerCityWithZones, type PlannerTruck, planDueZones, selectFreeTrucks, toZoneNeed } from './due.ts'
import { createPlannerCity, createPlannerSite, createPlannerTruck, NORTH, WEST } from './fixtures.ts'
import { planChosenTrucks } from './options.ts'
import { comparePlanFigures, type FreeTruck, toTruckPlan } from './plan.ts'

const km = (near: number, far: number) => ({ WS001: near, WS002: far })

const cities = fc.record({
  north: fc.integer({ min: 0, max: 145 }),
  west: fc.integer({ min: 0, max: 82 }),
  fleet: fc.array(
    fc.record({
      type: fc.constantFrom(...VEHICLE_TYPES),
      fuel_efficiency_kmpl: fc.integer({ min: 2, max: 13 }),
      current_fuel_level: fc.integer({ min: 1, max: 60 }),
      status: fc.constantFrom('available', 'available', 'available', 'on-route', 'maintenance'),
      needs_refuel: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  loads: fc.tuple(fc.constantFrom(0, 1000), fc.constantFrom(0, 1000)),
  distances: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 4 }),
})

const tank = (type: VehicleType, kmpl: number, litres: number) => ({
  type,
  fuel_efficiency_kmpl: kmpl,
  current_fuel_level: litres,
  status: 'available' as const,
  needs_refuel: false,
})
/** A city where the options 'fewer trucks' and 'other site' lead to the same plan. */
const FEWER_IS_ELSEWHERE = {
  north: 0,
  west: 82,
  fleet: [tank('compressed_truck', 2, 7), tank('front_loader', 4, 4), tank('front_loader', 9, 4)],
  loads: [1000, 0] as [1000, 0],
  distances: [1, 1, 1, 7],
}

/** Checks every option of every zone in many generated cities. */
const everywhere = (
  check: (city: PlannerCityWithZones, zone: string, choices: ReturnType<typeof collectionOptionsOf>) => void,
) =>
  fc.assert(
    fc.property(cities, ({ north, west, fleet, loads, distances: [a = 1, b = 1, c = 1, d = 1] }) => {
      const city = createPlannerCity(north, west, {
        fleet: fleet.map((facts, at) => createPlannerTruck(`T${at}`, facts as Partial<PlannerTruck>)),
        sites: [createPlannerSite('WS001', loads[0]), createPlannerSite('WS002', loads[1])],
        distances: { [NORTH]: km(a, b), [WEST]: km(c, d) },
      })
      for (const zone of INITIAL_ZONE_NAMES) check(city, zone, collectionOptionsOf(city, zone))
    }),
    { numRuns: 300, examples: [[FEWER_IS_ELSEWHERE]] },
  )

describe('what is offered', () => {
  it('is the recommended way first, and at most two others that are not the same', () =>
    everywhere((city, zone, choices) => {
      const legs = planDueZones(city).plan.legs.filter((leg) => leg.zone === zone)
      expect(choices.length > 0).toBe(legs.length > 0)
      if (choices.length === 0) return
      expect(choices[0]).toMatchObject({ kind: 'recommended', legs })
      expect(choices.length).toBeLessThanOrEqual(3)
      const shown = choices.map(({ siteId, of, legs }) => [
        siteId,
        of,
        ...legs.map(({ vehicleId }) => vehicleId).sort(),
      ])
      expect(new Set(shown.map(String)).size).toBe(choices.length)
    }))

  it('has figures that add up, within what its trucks hold', () =>
    everywhere((city, zone, choices) => {
      for (const { legs, reports, litres, km, of, siteId } of choices) {
        const sum = (figure: (leg: (typeof legs)[number]) => number) =>
          legs.reduce((total, leg) => total + figure(leg), 0)
        expect(sum((leg) => leg.reports)).toBe(reports)
        expect(sum((leg) => leg.km)).toBeCloseTo(km, 6)
        expect(sum((leg) => leg.litres)).toBeCloseTo(litres, 6)
        expect(reports).toBeLessThanOrEqual(of)
        for (const leg of legs) {
          const { type } = city.fleet.find(({ id }) => id === leg.vehicleId) as PlannerTruck
          expect(leg).toMatchObject({ zone, siteId })
          expect(leg.reports * VOLUME_M3_PER_REPORT).toBeLessThanOrEqual(leg.trips * truckCapacityM3Of(type) + 1e-9)
        }
      }
    }))

  it('is never better than the recommendation in every figure', () =>
    everywhere((_, __, [recommended, ...others]) => {
      for (const other of others) {
        if (!recommended) throw new Error('There is something else, and nothing is recommended.')
        if (other.of === recommended.of) expect(comparePlanFigures(recommended, other)).toBeLessThanOrEqual(0)
        else expect(other.litres).toBeGreaterThanOrEqual(recommended.litres)
      }
    }))

  it('is not better either where fewer trucks may be planned than there are', () =>
    everywhere((city, zone) => {
      const [recommended, ...others] = collectionOptionsOf(city, zone, planDueZones(city, 1))
      for (const other of others)
        if (recommended && other.of === recommended.of)
          expect(comparePlanFigures(recommended, other)).toBeLessThanOrEqual(0)
    }))

  it('leaves the other zones the trucks that are recommended for them', () =>
    everywhere((city, zone, choices) => {
      const theirs = planDueZones(city).plan.legs.filter((leg) => leg.zone !== zone)
      const wanted = new Set(theirs.map(({ vehicleId }) => vehicleId))
      for (const { legs } of choices) for (const { vehicleId } of legs) expect(wanted.has(vehicleId)).toBe(false)
    }))

  it('is what its trucks do when they are sent there by name', () =>
    everywhere((city, zone, choices) => {
      for (const { legs, of, siteId } of choices) {
        const named = legs.map(
          ({ vehicleId }) => selectFreeTrucks(city.fleet).find(({ id }) => id === vehicleId) as FreeTruck,
        )
        const { sites } = toZoneNeed({ zone, reports: of }, city)
        const ways = planChosenTrucks({ zone, reports: of, sites: sites.filter(({ id }) => id === siteId) }, named)
        const byTruck = (of: readonly { vehicleId: string }[]) =>
          of.toSorted((a, b) => (a.vehicleId < b.vehicleId ? -1 : 1))
        expect(byTruck(ways.map((way) => ({ vehicleId: way.vehicleId, ...toTruckPlan(way) })))).toEqual(
          byTruck(legs.map((leg) => ({ vehicleId: leg.vehicleId, ...toTruckPlan(leg) }))),
        )
      }
    }))
})

describe('the other ways of a zone', () => {
  const kinds = (city: PlannerCityWithZones, zone: Zone) => collectionOptionsOf(city, zone).map(({ kind }) => kind)

  it('are fewer trucks and another site where two trucks are recommended', () => {
    const fleet = [
      createPlannerTruck('T1', { type: 'compressed_truck', fuel_efficiency_kmpl: 8.5 }),
      createPlannerTruck('T2', { type: 'side_loader', fuel_efficiency_kmpl: 12.5 }),
    ]
    const choices = collectionOptionsOf(createPlannerCity(116, 0, { fleet }), NORTH)
    expect(choices.map(({ kind, legs, siteId }) => [kind, legs.length, siteId])).toEqual([
      ['recommended', 2, 'WS001'],
      ['fewer-trucks', 1, 'WS001'],
      ['other-site', 2, 'WS002'],
    ])
  })

  it('are another site or to wait for all customers where one truck is enough, and other trucks after that', () => {
    const fleet = [
      createPlannerTruck('T1', { type: 'compressed_truck' }),
      createPlannerTruck('T2', { fuel_efficiency_kmpl: 5 }),
    ]
    expect(kinds(createPlannerCity(0, 66, { fleet }), WEST)).toEqual(['recommended', 'other-site', 'wait'])
    expect(collectionOptionsOf(createPlannerCity(0, 66, { fleet }), WEST)[2]).toMatchObject({ of: 82, reports: 82 })
    expect(kinds(createPlannerCity(0, 82, { fleet }), WEST)).toEqual(['recommended', 'other-site', 'other-trucks'])
  })

  it('are no full site and no truck that can’t go, and nothing where nothing is recommended', () => {
    const full = [createPlannerSite('WS001'), createPlannerSite('WS002', 1000)]
    const fleet = [
      createPlannerTruck('T1', { type: 'compressed_truck' }),
      createPlannerTruck('T2', { status: 'maintenance' }),
    ]
    expect(kinds(createPlannerCity(0, 82, { fleet, sites: full }), WEST)).toEqual(['recommended'])
    expect(kinds(createPlannerCity(0, 65, { fleet }), WEST)).toEqual([])
    expect(kinds(createPlannerCity(0, 82, { fleet: [] }), WEST)).toEqual([])
  })
})
