/** Tests that totals, fuel levels and new trips are right although stored trips have invalid figures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { loadState } from '#command-api/kernel/load.ts'
import type { EventData } from '#contract/events.ts'
import { FuelAnalytics, TripLog, type Vehicle } from '#contract/views.ts'
import type { NewEvent } from '#platform/event-store/event-store.ts'
import { createFuelAnalyticsReadHandlers } from '#projections/analytics/fuel.ts'
import { openInProcessKernel, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks } from './city-of-reports.ts'

let folder: string
let city: Awaited<ReturnType<typeof openInProcessKernel>>
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openInProcessKernel(folder)
  await createSitesAndTrucks(city.kernel)
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

const now = new Date().toISOString()
const trip = (tripId: string, figures: Record<'distance' | 'litres' | 'fuelLevel' | 'fuelCost', unknown>) => {
  const about = { tripId, vehicleId: 'T001', tripType: 'delivery', description: 'To constructor', loggedBy: 'd1' }
  const data = { ...about, tripStart: now, tripEnd: now, loggedAt: now, ...figures } as EventData<'TripLogged'>
  const meta = { commandId: tripId, fingerprint: '', actor: 'd1' }
  return { type: 'TripLogged', id: crypto.randomUUID(), data, meta } satisfies NewEvent
}

it('count as nothing driven, and leave the tank as it was', async () => {
  const { store } = city.kernel
  const [faulty, sound] = [
    { distance: '0function Object() { [native code] }', litres: null, fuelLevel: null, fuelCost: null },
    { distance: 100, litres: 10, fuelLevel: 490, fuelCost: 100 },
  ]
  await store.append('vehicle-T001', 0, [trip('TRIP-T001-1', faulty)])
  expect((await loadState(store, 'vehicle-T001', vehicleAggregate)).registered?.fuelLevel).toBe(500)
  await store.append('vehicle-T001', 1, [trip('TRIP-T001-2', sound), trip('TRIP-T001-3', faulty)])
  await waitUntilCaughtUp(city)

  const { rows } = city.runner
  const [truck] = await rows.get<Vehicle & { position: number }>('vehicles', ['T001'])
  expect(truck).toMatchObject({ current_fuel_level: 490, fuel_percentage: 98, needs_refuel: false })
  for (const row of await rows.find('trips')) TripLog.parse(row)

  const read = createFuelAnalyticsReadHandlers(city).fuelAnalytics
  const call = { query: { period: '7' } } as unknown as Parameters<NonNullable<typeof read>>[0]
  const answer = FuelAnalytics.parse(await read?.(call, { rows, now: new Date(), position: city.runner.position() }))
  expect(answer.summary).toEqual({
    total_cost: 100,
    avg_cost_per_km: 1,
    total_trips: 3,
    total_fuel_consumed: 10,
    total_distance: 100,
  })
  expect(city.runner.quarantined()).toEqual([])
})
