/** What a simulated city is made from, and what can be asked of it. */

import type { Happening, Resident } from '#contract/city/happening.ts'
import type { Zone } from '#rules/city.ts'
import type { TruckStart } from './fleet.ts'
import type { Distances } from './rounds.ts'
import type { SiteStart } from './waste-site.ts'

export interface CityZone<Z extends string = Zone> {
  name: Z
  customers: number
  /** Zones of one district are collected together, as 'mark all collected' does; all are one district when it is not said. */
  district?: string
  /** Open reports at which a collection is recommended, where that was configured. */
  threshold?: number
  /** In a living city: somebody else has planned its collection. */
  taken?: boolean
}

/** Where a living city begins. */
export interface Present {
  /** So many times as fast as in life. */
  pace?: number
  /** The city's own time as it begins: the real one when not given. It then runs by the pace. */
  cityTime?: Date
  /** The residents whose report waits. */
  open?: ReadonlySet<string>
  /** Since when the oldest of these has waited. */
  waitingSince?: Date
  /** When the bins of others were last emptied, where that is known. */
  emptied?: ReadonlyMap<string, Date>
  /** Residents who are not there, or not any more: they report nothing. */
  absent?: ReadonlySet<string>
}

export interface CityPlan<Z extends string = Zone> {
  seed: string
  zones: readonly CityZone<Z>[]
  sites: readonly SiteStart[]
  trucks: readonly TruckStart[]
  /** Zone to site to km; the installation's defaults when not given. */
  distances?: Distances
}

export interface City<Z extends string = Zone> {
  /** Everybody who lives there, whether they have signed up yet or not. */
  residents(): Generator<Resident<Z>>
  /** What happens from the city's first day, in order of time, before `to` or without end. */
  happenings(from: Date, to?: Date): Generator<Happening<Z>>
  /**
   * What happens next in a city that has been there for long, without replaying it: from `now` without end. Sites and trucks
   * are to be given as they stand.
   */
  live(now: Date, present?: Present): Generator<Happening<Z>>
}
