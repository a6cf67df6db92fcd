/** The places of the map, in pixels: the city's zones and the sites, each with the box of its label. */

import type { Schedule, Site, ZoneCard } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import type { Journey } from './journeys.ts'
import { type Frame, keptApart, type Point, project } from './map-geometry.ts'
import { type Box, labelsOf } from './map-labels.ts'

export interface Place {
  kind: 'zone' | 'site'
  id: string
  name: string
  at: Point
  radius: number
  label: Box
}

/** A way from a zone to a site: driven now, or planned. */
export interface Line {
  zone: Zone
  siteId: string
  active: boolean
}

/** Each way once, those that are driven before those that are only planned. */
export function linesOf(journeys: readonly Journey[], schedules: readonly Schedule[]): Line[] {
  const driven = journeys.map(({ zone, siteId }): Line => ({ zone, siteId, active: true }))
  const planned = schedules
    .filter(({ status }) => status === 'scheduled')
    .map(({ zone, siteId }): Line => ({ zone, siteId, active: false }))
  const same = (a: Line, b: Line) => a.zone === b.zone && a.siteId === b.siteId
  return [...driven, ...planned].filter((line, n, all) => all.findIndex((other) => same(line, other)) === n)
}

export interface PlacesMap extends Frame {
  places: Place[]
}

/** Of more zones than these only those are named that a truck comes from. */
const MANY_ZONES = 20
const RADIUS = { zone: 26, site: 15 }
/** Room for a truck between two places. */
const APART = 132
/** How wide a letter of small text is at most on average, in pixels. */
const LETTER = 7.4

type MappedZone = Pick<ZoneCard, 'id' | 'centre'>

/** `lines`: the ways that names keep off. */
export function mapOf(
  zones: readonly MappedZone[],
  sites: readonly Site[],
  lines: readonly Line[],
  frame: Frame,
): PlacesMap {
  const onTheWay = new Set(lines.map(({ zone }) => zone))
  const nameOf = (zone: Zone) => (zones.length > MANY_ZONES && !onTheWay.has(zone) ? '' : zone)
  const known = [
    ...zones.map(({ id, centre }) => ({ kind: 'zone' as const, id, name: nameOf(id), ...centre })),
    ...sites.map(({ id, name, coordinates }) => ({ kind: 'site' as const, id, name, ...coordinates })),
  ]
  // Many places in a small frame can't all be far from each other.
  const room = Math.sqrt(((frame.width - 2 * frame.margin) * (frame.height - 2 * frame.margin)) / known.length)
  const points = keptApart(project(known, frame), Math.min(APART, room), frame)
  const named = known.map(({ kind, name }, n) => ({
    at: points[n]!,
    radius: RADIUS[kind],
    width: Math.min(frame.width, name.length * LETTER),
  }))
  const at = (kind: Place['kind'], id: string) =>
    points[known.findIndex((place) => place.kind === kind && place.id === id)]
  const ways = lines.flatMap(({ zone, siteId }) => {
    const [from, to] = [at('zone', zone), at('site', siteId)]
    return from && to ? [[from, to] as const] : []
  })
  const labels = labelsOf(named, ways, frame)
  const places = known.map(({ kind, id, name }, n) => ({ kind, id, name, ...named[n]!, label: labels[n]! }))
  return { ...frame, places }
}

/** Where a way begins and ends; null when one of its places is not on the map. */
export function endsOf(
  map: PlacesMap,
  { zone, siteId }: Pick<Line, 'zone' | 'siteId'>,
): { from: Place; to: Place } | null {
  const from = map.places.find(({ kind, id }) => kind === 'zone' && id === zone)
  const to = map.places.find(({ kind, id }) => kind === 'site' && id === siteId)
  return from && to ? { from, to } : null
}
