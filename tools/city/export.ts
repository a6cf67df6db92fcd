/** Exports an installation as a city file, whose import changes nothing. */
import { lookUp } from '#domain/dictionary.ts'
import type { CityClient } from './client.ts'
import { CityFile } from './file.ts'

export async function exportCity(door: CityClient): Promise<CityFile> {
  const [{ zones }, { config }, { vehicles }] = await Promise.all([
    door.ask('openZones'),
    door.ask('configuration'),
    door.ask('vehicles'),
  ])
  return CityFile.parse({
    city: config.city,
    zones: zones.map(({ id: name, code, totalCustomers: customers, centre, outline }) => ({
      name,
      code,
      customers,
      centre,
      ...(outline && { outline }),
      distances: lookUp(config.zone_distances, name) ?? {},
    })),
    sites: config.dumping_sites,
    trucks: vehicles.map((truck) => ({
      id: truck.id,
      type: truck.type,
      make: truck.make,
      model: truck.model,
      year: truck.year,
      registration_number: truck.registration_number,
      fuel_efficiency_kmpl: truck.fuel_efficiency_kmpl,
      tank_capacity_liters: truck.tank_capacity_liters,
      current_fuel_level: truck.current_fuel_level,
    })),
    fuelPrices: config.fuel_prices,
    thresholds: config.thresholds,
  })
}
