/** Ways between zones and sites, driven or planned. */
import type { Schedule } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import type { Journey } from './journeys.ts'

export interface Way {
  zone: Zone
  siteId: string
  /** True if driven now, false if planned. */
  active: boolean
}

/** Returns each way once, driven ones before planned ones. */
export function waysOf(journeys: readonly Journey[], schedules: readonly Schedule[]): Way[] {
  const driven = journeys.map(({ zone, siteId }): Way => ({ zone, siteId, active: true }))
  const planned = schedules
    .filter(({ status }) => status === 'scheduled')
    .map(({ zone, siteId }): Way => ({ zone, siteId, active: false }))
  const same = (a: Way, b: Way) => a.zone === b.zone && a.siteId === b.siteId
  return [...driven, ...planned].filter((way, n, all) => all.findIndex((other) => same(way, other)) === n)
}
