/** Test fixtures of the simulator: a city's plan, and consistency checks. */

import assert from 'node:assert/strict'
import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import { MATERIALS, VEHICLE_TYPES } from '#domain/city.ts'
import { distanceKmOf } from '#domain/zones.ts'
import type { SimulatedCityConfig } from './city-plan.ts'
import { estimateCollectionKm } from './fleet.ts'

const site = (id: string, currentCapacity: number) => ({
  id,
  maxCapacity: 1000,
  currentCapacity,
  composition: { plastic: 40, paper: 25, glass: 15, metal: 10, organic: 10 },
})
const truck = (id: string, n: number) => ({
  id,
  type: VEHICLE_TYPES[n % 3] as (typeof VEHICLE_TYPES)[number],
  fuel_efficiency_kmpl: 8.5 + n,
  tank_capacity_liters: 150 - 20 * n,
  current_fuel_level: 60,
})
/** Returns the demo's two zones with two sites and three trucks. */
export const createTestCityConfig = (seed: string): SimulatedCityConfig => ({
  seed,
  zones: [
    { name: 'Ablekuma North', customers: 145 },
    { name: 'Ayawaso West', customers: 82 },
  ],
  sites: [site('WS001', 750), site('WS002', 500)],
  trucks: [truck('T001', 0), truck('T002', 1), truck('T003', 2)],
})
/**
 * Checks that simulated commands are consistent.
 * Time never runs back.
 * Each truck and each report has only one state at a time.
 * Only open reports are collected.
 * Fuel and composition shares add up.
 */
export function expectConsistentCommands(all: SimulatedCommand[]): void {
  /** Zone of each resident with an open report, by resident. */
  const open = new Map<string, string>()
  const busy = new Map<string, string>()
  /** Distance in km of each truck's collection, by truck id. */
  const planned = new Map<string, number>()
  const tanks = new Map(createTestCityConfig('').trucks.map((truck) => [truck.id, { ...truck }]))
  const step = (id: string, from: string, to: string) => {
    assert.equal(busy.get(id) ?? 'free', from)
    busy.set(id, to)
  }
  const tankOf = (id: string) => tanks.get(id) ?? assert.fail(`no truck ${id}`)
  const burn = (id: string, km: number) => {
    const tank = tankOf(id)
    tank.current_fuel_level -= km / tank.fuel_efficiency_kmpl
    assert.ok(tank.current_fuel_level > 0)
  }
  let last = 0
  for (const happening of all) {
    assert.ok(happening.at.getTime() >= last)
    last = happening.at.getTime()
    if (happening.type === 'ReportBinFull') {
      assert.ok(!open.has(happening.resident.id))
      open.set(happening.resident.id, happening.resident.zone)
    }
    if (happening.type === 'ScheduleCollection') {
      const { zone, siteId = '', vehicleIds } = happening.body
      const reports = [...open.values()].filter((of) => of === zone).length
      for (const id of vehicleIds) {
        step(id, 'free', 'scheduled')
        const truck = { ...tankOf(id), free: true }
        planned.set(id, estimateCollectionKm(truck, zone, reports, { id: siteId, km: distanceKmOf(zone, siteId) }))
      }
    }
    if (happening.type === 'StartCollection') step(happening.vehicleId, 'scheduled', 'collecting')
    if (happening.type === 'MarkAllCollected') {
      step(happening.body.truckId, 'collecting', 'on the way')
      burn(happening.body.truckId, planned.get(happening.body.truckId) ?? assert.fail('unplanned'))
      for (const { id } of happening.reporters) assert.ok(open.delete(id))
    }
    if (happening.type === 'LogTrip') {
      step(happening.body.vehicle_id, 'on the way', 'free')
      burn(happening.body.vehicle_id, happening.body.distance_km)
    }
    if (happening.type === 'Refuel') {
      step(happening.body.vehicle_id, 'free', 'free')
      const tank = tankOf(happening.body.vehicle_id)
      assert.ok(tank.current_fuel_level < tank.tank_capacity_liters * 0.55)
      tank.current_fuel_level += happening.body.liters_added
      assert.ok(tank.current_fuel_level <= tank.tank_capacity_liters + 1e-9)
    }
    if (happening.type === 'UpdateComposition') {
      const hundredths = MATERIALS.map((material) => Math.round((happening.body[material] ?? 0) * 100))
      assert.equal(
        hundredths.reduce((sum, part) => sum + part, 0),
        10_000,
      )
      assert.ok(hundredths.every((part) => part >= 0))
    }
  }
}
