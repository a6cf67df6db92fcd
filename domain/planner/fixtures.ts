/** Small city for planner tests: two zones, two sites, four trucks. */

import { DEFAULT_COLLECTION_THRESHOLDS as thresholds } from '../report-rules.ts'
import { INITIAL_ZONE_DISTANCES_KM as distances, INITIAL_ZONE_NAMES } from '../zones.ts'
import type { PlannerCityWithZones, PlannerTruck } from './due.ts'

export const [NORTH, WEST] = INITIAL_ZONE_NAMES
export const createPlannerTruck = (id: string, more: Partial<PlannerTruck> = {}): PlannerTruck => ({
  id,
  type: 'rear_loader',
  fuel_efficiency_kmpl: 10,
  current_fuel_level: 60,
  status: 'available',
  needs_refuel: false,
  ...more,
})
export const createPlannerSite = (id: string, currentCapacity = 500) => ({ id, currentCapacity, maxCapacity: 1000 })
export const createPlannerCity = (
  north: number,
  west: number,
  more: Partial<PlannerCityWithZones> = {},
): PlannerCityWithZones => ({
  zones: [
    { id: NORTH, openReports: north, totalCustomers: 145, thresholds, cycle: 4 },
    { id: WEST, openReports: west, totalCustomers: 82, thresholds, cycle: 2 },
  ],
  fleet: ['T1', 'T2', 'T3', 'T4'].map((id) => createPlannerTruck(id)),
  sites: [createPlannerSite('WS001'), createPlannerSite('WS002')],
  schedules: [],
  distances,
  ...more,
})
