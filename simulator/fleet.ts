/** The trucks: which is free, what is in its tank; a truck is taken by one round at a time. */
import type { VehicleType } from '#rules/city.ts'
import { waysOf } from '#rules/planner/options.ts'
import { truckCapacity } from '#rules/planning.ts'
import { type Random, randomOf } from './random.ts'

/** A truck as the city begins with it; a `RegisterVehicle` command will do. */
export interface TruckStart {
  id: string
  type: VehicleType
  fuel_efficiency_kmpl: number
  tank_capacity_liters: number
  current_fuel_level: number
  /** Of a living city's truck that is on a round as the city begins. */
  underWay?: UnderWay
}

/** How far a truck has come on its round: planned, collecting, or on its way to its site. */
export interface UnderWay {
  zone: string
  siteId: string
  stage: 'scheduled' | 'collecting' | 'loaded'
  /** When it is to begin, or has begun or left. */
  since: Date
  /** tonnes aboard */
  tonnes?: number
}

export interface Truck extends TruckStart {
  free: boolean
}

/** Share of the tank below which a driver fills up. */
const LOW = 0.55
/** km that must be left in the tank. */
const RESERVE = 80

export interface Fleet {
  trucks: readonly Truck[]
  /** Gives `then` a truck: now if one is free, else as soon as one is; who waits longest comes first. */
  take(random: Random, then: (truck: Truck) => void): void
  /** The truck is free for another round. */
  release(truck: Truck): void
}

export function createFleet(starts: readonly TruckStart[]): Fleet {
  const trucks: Truck[] = starts.map((start) => ({ ...start, free: !start.underWay }))
  const waiting: ((truck: Truck) => void)[] = []
  return {
    trucks,
    take(random, then) {
      const free = trucks.filter((truck) => truck.free)
      if (free.length === 0) return void waiting.push(then)
      const truck = pickByVolume(free, random)
      truck.free = false
      then(truck)
    },
    release(truck) {
      const next = waiting.shift()
      if (next) next(truck)
      else truck.free = true
    },
  }
}

/** The larger a truck, the more often it is sent. */
function pickByVolume(trucks: readonly Truck[], random: Random): Truck {
  let left = random.uniform() * trucks.reduce((sum, truck) => sum + truckCapacity(truck.type), 0)
  for (const truck of trucks) {
    left -= truckCapacity(truck.type)
    if (left < 0) return truck
  }
  return trucks.at(-1) as Truck
}

/** km that a truck drives to collect so many reports: all its ways to the site and back, as its schedule plans them. */
export function collectionKm(truck: Truck, zone: string, reports: number, site: { id: string; km: number }): number {
  const { id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel } = truck
  const [way] = waysOf({ zone, reports, sites: [site] }, [{ id, type, kmpl, fuel }])
  return way?.km ?? 2 * site.km
}

/** Takes the litres of so many km out of the tank. */
export function drive(truck: Truck, km: number): void {
  truck.current_fuel_level = Math.max(0, truck.current_fuel_level - km / truck.fuel_efficiency_kmpl)
}

export const isLow = ({ current_fuel_level: level, tank_capacity_liters: tank, fuel_efficiency_kmpl: kmpl }: Truck) =>
  level < tank * LOW || level * kmpl < Math.min(RESERVE, tank * kmpl * LOW)

/** Fills the tank; the litres that went in, to a tenth. */
export function fill(truck: Truck): number {
  const litres = Math.floor((truck.tank_capacity_liters - truck.current_fuel_level) * 10) / 10
  truck.current_fuel_level += litres
  return litres
}

/** cedi for a litre of diesel in the month of this time (ms): around 10, each month a little different. */
export function dieselPrice(seed: string, now: number): number {
  const month = new Date(now).toISOString().slice(0, 7)
  return Math.round(randomOf(`${seed}/diesel/${month}`).normal(10, 0.35) * 100) / 100
}
