/**
 * Generates city files of any size.
 * Equal arguments give equal files.
 */
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import type { CityFile } from '../../tools/city/file.ts'

const letter = (n: number) => String.fromCharCode(65 + (Math.floor(n) % 26))
const hundredths = (value: number) => Math.round(value * 100) / 100

export function generateCity(zones: number, trucks: number): CityFile {
  const sites = ['EAST', 'WEST', 'NORTH'].map((id, n) => ({
    id,
    name: `${id} site`,
    location: '',
    coordinates: { lat: 5.5 + 0.1 * n, lng: -0.4 + 0.2 * n },
  }))
  return {
    city: DEFAULT_CITY,
    zones: Array.from({ length: zones }, (_, n) => ({
      name: `Zone ${String(n + 1).padStart(3, '0')}`,
      code: `${letter(25 - Math.floor(n / 676))}${letter(n / 26)}${letter(n)}`,
      customers: 20 + ((n * 37) % 180),
      centre: { lat: hundredths(5.5 + 0.01 * (n % 10)), lng: hundredths(-0.4 + 0.01 * Math.floor(n / 10)) },
      distances: Object.fromEntries(sites.map(({ id }, at) => [id, 4 + ((n * 7 + at * 11) % 20)])),
    })),
    sites,
    trucks: Array.from({ length: trucks }, (_, n) => ({
      id: `G${String(n + 1).padStart(3, '0')}`,
      type: (['compressed_truck', 'rear_loader', 'side_loader'] as const)[n % 3] ?? 'rear_loader',
      make: 'Ford',
      model: 'Cargo',
      year: 2015 + (n % 10),
      registration_number: `GX ${1000 + n}`,
      fuel_efficiency_kmpl: 3 + (n % 6),
      tank_capacity_liters: 200,
      current_fuel_level: 100 + (n % 100),
    })),
    fuelPrices: { diesel: 10, petrol: 12.5 },
    thresholds: { recommendPercent: 80, smallZone: 40 },
  }
}
