/** The ways between zones and sites that trucks drive, or are to. */
import type { Schedule } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import type { Journey } from './journeys.ts'

export interface Way {
  zone: Zone
  siteId: string
  /** Driven now, or planned. */
  active: boolean
}

/** Each way once, those that are driven before those that are only planned. */
export function waysOf(journeys: readonly Journey[], schedules: readonly Schedule[]): Way[] {
  const driven = journeys.map(({ zone, siteId }): Way => ({ zone, siteId, active: true }))
  const planned = schedules
    .filter(({ status }) => status === 'scheduled')
    .map(({ zone, siteId }): Way => ({ zone, siteId, active: false }))
  const same = (a: Way, b: Way) => a.zone === b.zone && a.siteId === b.siteId
  return [...driven, ...planned].filter((way, n, all) => all.findIndex((other) => same(way, other)) === n)
}
