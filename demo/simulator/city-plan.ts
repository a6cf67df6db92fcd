/** Input and interface of a simulated city. */

import type { Resident, SimulatedCommand } from '#contract/demo/simulated-command.ts'
import type { Zone } from '#domain/city.ts'
import type { TruckStart } from './fleet.ts'
import type { Distances } from './rounds.ts'
import type { SiteStart } from './waste-site.ts'

export interface CityZone<Z extends string = Zone> {
  name: Z
  customers: number
  /** Zones of one district are collected together, as by 'mark all collected'; a single district by default. */
  district?: string
  /** Configured number of open reports that recommends a collection. */
  threshold?: number
  /** Live city: another planner has scheduled its collection. */
  taken?: boolean
}

/** Initial state of a live city. */
export interface Present {
  /** Speed factor against real time. */
  pace?: number
  /** City time at the start, which then runs at the pace; real time by default. */
  cityTime?: Date
  /** Residents with an open report. */
  open?: ReadonlySet<string>
  /** Time of the oldest of these reports. */
  waitingSince?: Date
  /** Times at which other bins were last emptied, as far as known. */
  emptied?: ReadonlyMap<string, Date>
  /** Absent residents, who report nothing. */
  absent?: ReadonlySet<string>
}

export interface CityPlan<Z extends string = Zone> {
  seed: string
  zones: readonly CityZone<Z>[]
  sites: readonly SiteStart[]
  trucks: readonly TruckStart[]
  /** km by zone, then site; the installation's defaults when omitted. */
  distances?: Distances
}

export interface City<Z extends string = Zone> {
  /** Yields every resident, signed up or not. */
  residents(): Generator<Resident<Z>>
  /** Yields what happens from the first day in order of time, before `to` or endlessly. */
  happenings(from: Date, to?: Date): Generator<SimulatedCommand<Z>>
  /**
   * Yields what happens from `now`, endlessly and without replaying the past.
   * Sites and trucks must have their current state.
   */
  live(now: Date, present?: Present): Generator<SimulatedCommand<Z>>
}
