/**
 * Trucks of the simulation: availability and fuel.
 * A truck drives one collection or delivery at a time.
 */
import type { VehicleType } from '#domain/city.ts'
import { planChosenTrucks } from '#domain/planner/options.ts'
import { truckCapacityM3Of } from '#domain/planning.ts'
import { createRandom, type Random } from './random.ts'

/** Initial state of a truck, with the fields of `RegisterVehicle`. */
export interface InitialTruck {
  id: string
  type: VehicleType
  fuel_efficiency_kmpl: number
  tank_capacity_liters: number
  current_fuel_level: number
  /** Live simulation only: the collection round in which the truck is at the start. */
  underWay?: SimulatedRoundProgress
  /**
   * Live simulation only: set if a person drives the truck.
   * It then leaves only for scheduled collections.
   */
  driven?: boolean
}

/** Progress of a truck's collection: scheduled, collecting or driving to its site. */
export interface SimulatedRoundProgress {
  zone: string
  siteId: string
  stage: 'scheduled' | 'collecting' | 'loaded'
  /** Time of planned start, actual start or departure, by `stage`. */
  since: Date
  /** Load of the truck in tonnes. */
  tonnes?: number
}

export interface SimulatedTruck extends InitialTruck {
  free: boolean
}

/** Fraction of the tank below which a driver refuels. */
const LOW_FUEL_SHARE = 0.55
/** Distance in km that a truck's remaining fuel must allow after a collection. */
const RESERVE = 80

export interface SimulatedFleet {
  trucks: readonly SimulatedTruck[]
  /**
   * Calls `then` with a free and suitable truck, as soon as there is one.
   * Calls of `take` are served in order.
   */
  take(random: Random, then: (truck: SimulatedTruck) => void, suits?: (truck: SimulatedTruck) => boolean): void
  /** Marks the truck as free for another collection or delivery. */
  release(truck: SimulatedTruck): void
}

export function createSimulatedFleet(starts: readonly InitialTruck[]): SimulatedFleet {
  const trucks: SimulatedTruck[] = starts.map((start) => ({ ...start, free: !start.underWay }))
  const waiting: { then: (truck: SimulatedTruck) => void; suits: (truck: SimulatedTruck) => boolean }[] = []
  return {
    trucks,
    take(random, then, suits = () => true) {
      const free = trucks.filter((truck) => truck.free && suits(truck))
      if (free.length === 0) return void waiting.push({ then, suits })
      const truck = pickByVolume(free, random)
      truck.free = false
      then(truck)
    },
    release(truck) {
      const next = waiting.findIndex(({ suits }) => suits(truck))
      if (next < 0) truck.free = true
      else waiting.splice(next, 1)[0]?.then(truck)
    },
  }
}

/** Picks a truck with probability proportional to its volume. */
function pickByVolume(trucks: readonly SimulatedTruck[], random: Random): SimulatedTruck {
  let left = random.uniform() * trucks.reduce((sum, truck) => sum + truckCapacityM3Of(truck.type), 0)
  for (const truck of trucks) {
    left -= truckCapacityM3Of(truck.type)
    if (left < 0) return truck
  }
  return trucks.at(-1) as SimulatedTruck
}

/** Returns a collection's planned km, with all site trips. */
export function estimateCollectionKm(
  truck: SimulatedTruck,
  zone: string,
  reports: number,
  site: { id: string; km: number },
): number {
  const { id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel } = truck
  const [way] = planChosenTrucks({ zone, reports, sites: [site] }, [{ id, type, kmpl, fuel }])
  return way?.km ?? 2 * site.km
}

/** Subtracts the fuel for a distance. */
export function consumeTruckFuel(truck: SimulatedTruck, km: number): void {
  truck.current_fuel_level = Math.max(0, truck.current_fuel_level - km / truck.fuel_efficiency_kmpl)
}

export const isLowOnFuel = ({
  current_fuel_level: level,
  tank_capacity_liters: tank,
  fuel_efficiency_kmpl: kmpl,
}: SimulatedTruck) => level < tank * LOW_FUEL_SHARE || level * kmpl < Math.min(RESERVE, tank * kmpl * LOW_FUEL_SHARE)

/** Fills the tank; returns the litres added, to a tenth. */
export function refuelTruck(truck: SimulatedTruck): number {
  const litres = Math.floor((truck.tank_capacity_liters - truck.current_fuel_level) * 10) / 10
  truck.current_fuel_level += litres
  return litres
}

/**
 * Returns the litre price of diesel at an epoch ms.
 * It is around 10 and changes monthly.
 */
export function simulatedDieselPriceAt(seed: string, now: number): number {
  const month = new Date(now).toISOString().slice(0, 7)
  return Math.round(createRandom(`${seed}/diesel/${month}`).normal(10, 0.35) * 100) / 100
}
