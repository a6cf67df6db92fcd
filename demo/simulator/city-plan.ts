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
   * District of the zone; by default, all zones are in one district.
   * The simulation collects the zones of a district together, as 'Mark All Collected' does.
   */
  district?: string
  /** Open reports at which a collection is recommended. */
  threshold?: number
  /**
   * Set if people or policies have scheduled a collection.
   * Only the live simulation uses this field.
   */
  taken?: boolean
  /**
   * Live simulation only: set if a person drives the truck of the zone's collection.
   * The simulation then sends no other truck.
   */
  driven?: boolean
}

/** Initial state of the live simulation. */
export interface InitialSimulationState {
  /** Speed factor compared with real time. */
  pace?: number
  /** Simulated time at the start (default: real time); then runs at `pace`. */
  cityTime?: Date
  /** Ids of residents with an open report. */
  open?: ReadonlySet<string>
  /** Time of the oldest open report. */
  waitingSince?: Date
  /**
   * Time at which each resident's bin was last emptied, by resident id.
   * Has no bins with open reports; unknown times are missing.
   */
  emptied?: ReadonlyMap<string, Date>
  /** Ids of residents who report nothing. */
  absent?: ReadonlySet<string>
}

export interface SimulatedCityConfig<Z extends string = Zone> {
  seed: string
  zones: readonly SimulatedZoneConfig<Z>[]
  sites: readonly InitialSite[]
  trucks: readonly InitialTruck[]
  /** Distances in km by zone, then site; the installation's by default. */
  distances?: Distances
}

export interface SimulatedCity<Z extends string = Zone> {
  /** Yields every resident, even those who have not signed up yet. */
  residents(): Generator<SimulatedResident<Z>>
  /** Yields commands in order of time, up to `to` or endlessly. */
  happenings(from: Date, to?: Date): Generator<SimulatedCommand<Z>>
  /**
   * Yields simulated commands endlessly from `now` on, without the days before.
   * The plan's sites and trucks must have their current state.
   */
  live(now: Date, present?: InitialSimulationState): Generator<SimulatedCommand<Z>>
}
