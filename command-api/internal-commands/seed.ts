/**
 * Opens the first zones, and seeds demo accounts, sites and trucks.
 * Everything goes through the deciders.
 */

import { randomBytes } from 'node:crypto'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { isRejection } from '#contract/http/problems.ts'
import { lookUp } from '#domain/dictionary.ts'
import { INITIAL_ZONE_NAMES, INITIAL_ZONES, type InitialZoneData } from '#domain/zones.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { registerAccount, userIdOf } from '../accounts/register.ts'
import { accountAggregate } from '../aggregates/account.ts'
import { ensureAdminAppointed } from '../aggregates/admins.ts'
import { loadConfiguration } from '../aggregates/configuration.ts'
import { assignDriver, handleAssignmentCommand } from '../aggregates/drivers.ts'
import { type SiteState, siteAggregate } from '../aggregates/site.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import { loadZone, refuseClosedZone } from '../aggregates/zone.ts'
import { registerVehicle } from '../fleet/register-vehicle.ts'
import { sealDriver } from '../fleet/vehicle-facts.ts'
import { handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { openSite } from '../sites/open-site.ts'
import { handleOpenZone } from '../zones/open-zone.ts'

/** Matches no password, so no one can sign in as a simulated resident. */
export const UNMATCHABLE_PASSWORD_HASH = 'no password opens this'

/** Registration time of the demo's staff accounts, the same in every installation. */
const STAFF_SINCE = '2025-05-28T08:00:00.000Z'

/**
 * Initial dumping sites of the demo.
 * After the simulated year, the sites have the same contents again.
 */
export const SEED_SITES = [
  {
    id: 'WS001',
    name: 'North Dumping Site',
    location: 'Ablekuma North, Accra',
    zone: INITIAL_ZONE_NAMES[0],
    coordinates: { lat: 5.6037, lng: -0.267 },
    maxCapacity: 1000,
    currentCapacity: 750,
    composition: { plastic: 40, paper: 25, glass: 15, metal: 10, organic: 10 },
  },
  {
    id: 'WS002',
    name: 'South Dumping Site',
    location: 'Ayawaso West, Accra',
    zone: INITIAL_ZONE_NAMES[1],
    coordinates: { lat: 5.6216, lng: -0.1905 },
    maxCapacity: 1000,
    currentCapacity: 500,
    composition: { plastic: 30, paper: 30, glass: 20, metal: 15, organic: 5 },
  },
]

/**
 * Trucks of the demo.
 * Phone numbers use an unassigned area code.
 */
export const SEED_TRUCKS = [
  {
    id: 'T001',
    type: 'compressed_truck',
    make: 'Ford',
    model: 'F-450',
    year: 2021,
    registration_number: 'GT-4821-21',
    fuel_efficiency_kmpl: 8.5,
    tank_capacity_liters: 150,
    current_fuel_level: 120,
    driver_name: 'Kofi Demo',
    driver_contact: '+233 00 000 0001',
  },
  {
    id: 'T002',
    type: 'rear_loader',
    make: 'Mercedes',
    model: 'Atego',
    year: 2020,
    registration_number: 'GN-1907-20',
    fuel_efficiency_kmpl: 9.2,
    tank_capacity_liters: 130,
    current_fuel_level: 78,
    driver_name: 'Ama Demo',
    driver_contact: '+233 00 000 0002',
  },
  {
    id: 'T003',
    type: 'side_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registration_number: 'GW-3350-22',
    fuel_efficiency_kmpl: 12.5,
    tank_capacity_liters: 80,
    current_fuel_level: 36,
    driver_name: 'Yaw Demo',
    driver_contact: '+233 00 000 0003',
  },
] as const

/** Throws if the server refused a command of the seed. */
function mustSucceed(handled: object): void {
  if (isRejection(handled)) throw new Error(`The seed was refused: ${handled.message}`)
}

/**
 * Returns the envelope of a seed command with a fixed command id.
 * If a later start repeats the seed command, it has no effect.
 */
const seedEnvelope = (what: string) => ({ commandId: `seed/${what}`, fingerprint: 'seed', actor: 'system' })

/**
 * Opens the demo's sites and registers its trucks, unless an imported city has them.
 * The events have the clock's present time.
 */
export async function seedSitesAndTrucks(kernel: Kernel): Promise<void> {
  const { store, sealer, clock } = kernel
  const by = 'system'
  for (const first of SEED_SITES) {
    const stream = siteAggregate.stream(first.id)
    const decide = (state: SiteState) => (state.open ? [] : openSite({ ...first, openedBy: by }, state, clock()))
    mustSucceed(await handleCommand(store, stream, siteAggregate, decide, seedEnvelope(stream)))
  }
  for (const first of SEED_TRUCKS) {
    const stream = vehicleAggregate.stream(first.id)
    const gather = async (state: Vehicle) => ({ driver: await sealDriver(sealer, first.id, first, state) })
    const decide = (state: Vehicle, { driver }: { driver: string | undefined }) =>
      state.registered ? [] : registerVehicle({ ...first, driver, registeredBy: by }, state, clock())
    mustSucceed(await handleWithFacts(store, stream, vehicleAggregate, { gather, decide }, seedEnvelope(stream)))
  }
}

/**
 * Sets the first password of a simulated account.
 * Returns whether it did.
 */
async function givePassword({ vault }: Kernel, userId: string, password: string): Promise<boolean> {
  const known = await vault.credentials(userId)
  if (known?.passwordHash !== UNMATCHABLE_PASSWORD_HASH) return false
  return vault.setPassword(userId, await hashPassword(password), known.sessionVersion)
}

/**
 * Seeds the demo, even if its residents already have a simulated history.
 * Returns a newly generated password; the caller prints it once.
 */
export async function seedDemoAccounts(kernel: Kernel, givenPassword: string | undefined): Promise<string | undefined> {
  await seedSitesAndTrucks(kernel)
  const password = givenPassword ?? randomBytes(9).toString('base64url')
  let used = false
  for (const { name, email, role, employeeId, zone, facility, identifier } of DEMO_ACCOUNTS) {
    const userId = userIdOf(`seed/${identifier}`)
    if ((await kernel.store.readStream(accountAggregate.stream(userId))).length > 0) {
      used = (await givePassword(kernel, userId, password)) || used
      continue
    }
    // Leaves out a resident whose zone an imported city has closed.
    // The first admin comes from the seed, so the seed must not be refused.
    if (zone !== undefined && (await refuseClosedZone(kernel.store, zone))) continue
    const registeredAt = role === 'resident' ? undefined : STAFF_SINCE
    const person = { userId, name, email, role, employeeId, zone, facility, password, registeredAt }
    mustSucceed(await registerAccount(kernel, person, seedEnvelope(identifier)))
    used = true
  }
  // Appoints the admins, because an older log may lack the event.
  for (const { identifier } of DEMO_ACCOUNTS) await ensureAdminAppointed(kernel, userIdOf(`seed/${identifier}`))
  for (const { identifier, vehicleId } of DEMO_ACCOUNTS) {
    if (!vehicleId) continue
    const command = { userId: userIdOf(`seed/${identifier}`), vehicleId, by: 'system' }
    // Ignores a refusal, because in an older log the truck may already have a driver.
    await handleAssignmentCommand(kernel, assignDriver, command, seedEnvelope(`drive/${identifier}`))
  }
  return used && !givenPassword ? password : undefined
}

/**
 * Opens the initial zones that were never opened.
 * In a log older than the event ZoneOpened, their values come from the configuration.
 * Safe to run repeatedly and in several processes.
 */
export async function openFirstZones(kernel: Pick<Kernel, 'store' | 'clock'>): Promise<void> {
  const { saved } = await loadConfiguration(kernel.store)
  for (const zone of INITIAL_ZONES as readonly InitialZoneData[]) {
    const { opened, customers: set } = await loadZone(kernel.store, zone.name)
    if (opened) continue
    const customers = lookUp(saved?.zone_customers, zone.name)?.totalCustomers ?? set ?? zone.customers
    const distances = { ...(lookUp(saved?.zone_distances, zone.name) ?? zone.distances) }
    const command = { ...zone, customers, distances, openedBy: 'system' }
    const done = await handleOpenZone(kernel, command, seedEnvelope(`zone-${zone.code}`))
    if (isRejection(done)) throw new Error(`The first zones could not be opened: ${done.message}`)
  }
}
