/** Fixture for dispatch tests: a city with only full bins. */

import { siteAggregate } from '#command-api/aggregates/site.ts'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { registerVehicle } from '#command-api/fleet/register-vehicle.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { openSite } from '#command-api/sites/open-site.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { Account } from '../bench/fixtures.ts'

export const SITES = ['WS001', 'WS002'] as const
export const TRUCKS = ['T001', 'T002'] as const
const facts = { type: 'rear_loader', make: 'Ford', model: 'F', year: 2022, registration_number: 'GT-1' } as const
const fuel = { fuel_efficiency_kmpl: 10, tank_capacity_liters: 500, current_fuel_level: 500 }
const load = { maxCapacity: 1_000, currentCapacity: 0, composition: { plastic: 100 } }

/** Creates two sites and two trucks. */
export async function createSitesAndTrucks({ store }: Kernel): Promise<void> {
  const now = new Date()
  const envelope = { commandId: 'build', fingerprint: '', actor: 'system' }
  for (const id of SITES) {
    const command = { id, name: id, location: 'Accra', coordinates: { lat: 5, lng: 0 }, ...load, openedBy: 'system' }
    await handleCommand(
      store,
      siteAggregate.stream(id),
      siteAggregate,
      (state) => openSite(command, state, now),
      envelope,
    )
  }
  for (const id of TRUCKS) {
    const command = { id, ...facts, ...fuel, registeredBy: 'system' }
    await handleCommand(
      store,
      vehicleAggregate.stream(id),
      vehicleAggregate,
      (state) => registerVehicle(command, state, now),
      envelope,
    )
  }
}

/**
 * Reports each resident's bin full.
 * Returns the report ids.
 */
export async function reportAllBinsFull(kernel: Kernel, residents: readonly Account[]): Promise<string[]> {
  const reportFor = createBinReporter(kernel)
  const reportIds: string[] = []
  for (let from = 0; from < residents.length; from += 200) {
    const some = residents.slice(from, from + 200).map(async ({ userId, zone, name }) => {
      const envelope = { commandId: `report/${userId}`, fingerprint: '', actor: userId }
      const answer = await reportFor({ userId, zone, name }, undefined, envelope)
      if (isRejection(answer)) throw new Error(answer.message)
      return answer.report.id
    })
    reportIds.push(...(await Promise.all(some)))
  }
  return reportIds
}
