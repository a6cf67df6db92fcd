/**
 * Imports a city file through a dispatcher's commands.
 * Skips zones, sites and trucks that are already equal in the city.
 */
import { isDeepStrictEqual } from 'node:util'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Vehicle } from '#contract/views.ts'
import { type CityClient, RequestRefused } from './client.ts'
import type { CityFile } from './file.ts'

interface ImportResult {
  /** Descriptions of the changes, in order. */
  changed: string[]
  /** Objects that the city file lacks but that cannot be removed, with the reasons. */
  stays: string[]
}

/**
 * Imports zones, configuration and trucks.
 * Then closes unlisted zones.
 */
export async function importCity(door: CityClient, city: CityFile): Promise<ImportResult> {
  const result: ImportResult = { changed: [], stays: [] }
  await openZones(door, city, result)
  await configure(door, city, result)
  await importTrucks(door, city, result)
  await closeUnlistedZones(door, city, result)
  return result
}

async function openZones(door: CityClient, { zones: wanted }: CityFile, { changed }: ImportResult): Promise<void> {
  const { zones } = await door.ask('openZones')
  const open = new Map(zones.map((zone) => [zone.id, zone]))
  for (const zone of wanted) {
    const { name, centre, outline } = zone
    const existing = open.get(name)
    if (!existing) {
      // Opens the zone without distances to the sites.
      // The import later saves a configuration that contains sites and distances.
      await door.ask('openZone', { body: { ...zone, distances: {} } })
      changed.push(`${name} was opened.`)
      continue
    }
    if (existing.code !== zone.code) throw new Error(`${name} keeps its code ${existing.code}.`)
    if (isDeepStrictEqual([existing.centre, existing.outline], [centre, outline])) continue
    await door.ask('changeZone', { id: name, body: { centre, outline } })
    changed.push(`${name} was moved on the map.`)
  }
}

/**
 * Maximum number of distances that one save contains.
 * The event of a save must fit into 1 MiB, the limit of EventStoreDB.
 */
const MAX_DISTANCES = 2_000

/** Returns the zones' distances in parts, at least one. */
function distancesInParts(zones: CityFile['zones']): Record<string, Record<string, number>>[] {
  const parts: [zone: string, distances: Record<string, number>][][] = [[]]
  let count = 0
  for (const { name, distances } of zones) {
    const own = Object.keys(distances).length
    if (count > 0 && count + own > MAX_DISTANCES) {
      parts.push([])
      count = 0
    }
    parts.at(-1)?.push([name, distances])
    count += own
  }
  return parts.map((part) => Object.fromEntries(part))
}

async function configure(door: CityClient, city: CityFile, { changed }: ImportResult): Promise<void> {
  const { city: words, zones, sites: dumping_sites, fuelPrices: fuel_prices, thresholds } = city
  const config = {
    city: words,
    zone_customers: Object.fromEntries(zones.map(({ name, customers }) => [name, { totalCustomers: customers }])),
    dumping_sites,
    fuel_prices,
    thresholds,
  }
  const { config: before } = await door.ask('configuration')
  let version = before.version
  // The first save contains the sites, because distances to unknown sites are dropped.
  for (const [index, zone_distances] of distancesInParts(zones).entries()) {
    const body = { config: { ...(index === 0 && config), zone_distances } }
    const { config: after } = await door.ask('saveConfiguration', { body })
    version = after.version
  }
  if (version !== before.version) changed.push(`The configuration was changed to version ${version}.`)
}

type Truck = CityFile['trucks'][number]

/**
 * Fields of a truck that the import compares with the stored truck.
 * The fuel level is not compared, because only a truck's creation sets it.
 */
const COMPARED_FIELDS = [
  'type',
  'make',
  'model',
  'year',
  'registration_number',
  'fuel_efficiency_kmpl',
  'tank_capacity_liters',
] as const satisfies readonly (keyof Truck & keyof Vehicle)[]

async function importTrucks(door: CityClient, { trucks }: CityFile, { changed, stays }: ImportResult): Promise<void> {
  const { vehicles } = await door.ask('vehicles')
  const fleet = new Map(vehicles.map((truck) => [truck.id, truck]))
  for (const truck of trucks) {
    const existing = fleet.get(truck.id)
    if (!existing) {
      await door.ask('registerVehicle', { body: truck })
      changed.push(`Truck ${truck.id} was registered.`)
    } else if (COMPARED_FIELDS.some((fact) => existing[fact] !== truck[fact])) {
      await door.ask('changeVehicle', { id: truck.id, body: changeOf(existing, truck) })
      changed.push(`Truck ${truck.id} was changed.`)
    }
  }
  const named = new Set(trucks.map(({ id }) => id))
  const others = vehicles.filter(({ id }) => !named.has(id)).map(({ id }) => id)
  if (others.length > 0) stays.push(`${others.join(', ')}: remove trucks in Fleet Management.`)
}

/**
 * Returns the command's body that updates an existing vehicle from an imported truck.
 * The vehicle keeps its driver, and its fuel level if the new tank can contain it.
 */
function changeOf(existing: Vehicle, truck: Truck): BodyInputOf<'changeVehicle'> {
  const { driver_name, driver_contact, current_fuel_level } = existing
  return {
    ...truck,
    driver_name,
    driver_contact,
    current_fuel_level: Math.min(current_fuel_level, truck.tank_capacity_liters),
  }
}

async function closeUnlistedZones(
  door: CityClient,
  { zones: wanted }: CityFile,
  { changed, stays }: ImportResult,
): Promise<void> {
  const named = new Set(wanted.map(({ name }) => name))
  const { zones } = await door.ask('zones')
  for (const zone of zones.filter((name) => !named.has(name))) {
    try {
      await door.ask('closeZone', { id: zone })
      changed.push(`${zone} was closed.`)
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.status !== 409) throw error
      stays.push(error.message)
    }
  }
}
