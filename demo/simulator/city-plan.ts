/** Input and interface of a simulated city. */

import type { SimulatedCommand, SimulatedResident } from '#contract/demo/simulated-command.ts'
import type { Zone } from '#domain/city.ts'
import type { InitialTruck } from './fleet.ts'
import type { Distances } from './rounds.ts'
import type { InitialSite } from './waste-site.ts'

export interface SimulatedZoneConfig<Z extends string = Zone> {
  name: Z
  customers: number
  /**
   * District of the zone.
   * Zones of one district are collected together, as with 'mark all collected'.
   * By default, all zones are one district.
   */
  district?: string
  /** Number of open reports at which a collection of the zone is recommended. */
  threshold?: number
  /** Only for the live simulation: set if people or policies have already scheduled a collection. */
  taken?: boolean
  /**
   * Only for the live simulation: set if a person drives the truck of that collection.
   * The simulation then sends no other truck.
   */
  driven?: boolean
}

/** Initial state of the live simulation. */
export interface InitialSimulationState {
  /** Speed factor compared with real time. */
  pace?: number
  /** Simulated time at the start; by default real time. After the start, it runs at `pace`. */
  cityTime?: Date
  /** Ids of residents with an open report. */
  open?: ReadonlySet<string>
  /** Time of the oldest of these open reports. */
  waitingSince?: Date
  /** Times at which bins without an open report were last emptied, by resident id. Unknown times are missing. */
  emptied?: ReadonlyMap<string, Date>
  /** Ids of residents who report nothing. */
  absent?: ReadonlySet<string>
}

export interface SimulatedCityConfig<Z extends string = Zone> {
  seed: string
  zones: readonly SimulatedZoneConfig<Z>[]
  sites: readonly InitialSite[]
  trucks: readonly InitialTruck[]
  /** Distances in km by zone, then site; by default those of the installation. */
  distances?: Distances
}

export interface SimulatedCity<Z extends string = Zone> {
  /** Yields every resident, even those who have not signed up yet. */
  residents(): Generator<SimulatedResident<Z>>
  /** Yields simulated commands in order of time, from the first day on, up to `to` or endlessly. */
  happenings(from: Date, to?: Date): Generator<SimulatedCommand<Z>>
  /**
   * Yields simulated commands endlessly from `now` on, without replaying the past.
   * Sites and trucks of the plan must have their current state.
   */
  live(now: Date, present?: InitialSimulationState): Generator<SimulatedCommand<Z>>
}
