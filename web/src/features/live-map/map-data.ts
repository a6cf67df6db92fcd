/**
 * Computes the map's content.
 * First the trucks: journeys with estimated progress, last known places.
 * Then the geometry: zone areas, lines to sites, bounds.
 */

import { t } from '@lingui/core/macro'
import type { Delivery, Schedule, Site, ZoneCard } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import type { Coordinates } from '#domain/zones.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'

/** A truck's journey between a zone and a site. */
export interface TruckJourney {
  truckId: string
  zone: Zone
  siteId: string
  /** Whether the truck collects reports in the zone or carries a load from it. */
  kind: 'collection' | 'delivery'
  /** Start of the trip in epoch ms. */
  start: number
  /** Planned arrival. */
  due: string
  /**
   * Id of the schedule, shown as a route.
   * Absent for deliveries.
   */
  routeId?: string
}

/** Returns one journey per truck: its newest delivery, or else newest collection. */
export function journeysOf(schedules: readonly Schedule[], deliveries: readonly Delivery[]): TruckJourney[] {
  const collecting = schedules
    .filter(({ status }) => status === 'in-progress')
    .map((schedule): TruckJourney => {
      const { vehicle, zone, siteId, startedAt, scheduledStart, estimatedCompletion: due, id: routeId } = schedule
      const start = Date.parse(startedAt ?? scheduledStart)
      return { truckId: vehicle.id, zone, siteId, kind: 'collection', start, due, routeId }
    })
  const carrying = deliveries
    .filter(({ status }) => status === 'in-transit')
    .map(({ truckId, zone, facilityId: siteId, createdAt, estimatedArrival: due }): TruckJourney => {
      return { truckId, zone, siteId, kind: 'delivery', start: Date.parse(createdAt), due }
    })
  // Sorts each truck's journeys from old to new, because the map uses the last one.
  // If deliveries start at the same time, the zone with the first name comes last.
  const oldestFirst = (a: TruckJourney, b: TruckJourney) => a.start - b.start || (a.zone < b.zone ? 1 : -1)
  const byTruck = new Map(
    [...collecting.sort(oldestFirst), ...carrying.sort(oldestFirst)].map((journey) => [journey.truckId, journey]),
  )
  return [...byTruck.values()].sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}

/**
 * Returns the completed fraction, 0 to 1.
 * Estimates it from the time, because trucks are not tracked.
 */
export function journeyProgressOf({ start, due }: TruckJourney, now: number): number {
  const whole = Date.parse(due) - start
  return whole > 0 ? Math.min(1, Math.max(0, (now - start) / whole)) : 1
}

/** Formats progress as 'about 40 % of the way (estimated), due 14:15'. */
export function describeJourneyProgress(journey: TruckJourney, now: number): string {
  const share = journeyProgressOf(journey, now)
  const due = formatRecentTime(journey.due, now)
  if (share === 1) return t`should have arrived at ${due} (estimated)`
  return t`about ${{ share: withUnit(Math.floor(share * 100), '%') }} of the way (estimated), due ${due}`
}

export interface LastKnownTruckPlace {
  truckId: string
  /** Kind of the truck's last known place: a zone that it collected, or the site where it arrived. */
  kind: 'zone' | 'site'
  placeId: string
  /** ISO 8601. */
  at: string
}

/** Returns the last known places of trucks, except those that are under way. */
export function lastKnownPlacesOf(
  schedules: readonly Schedule[],
  deliveries: readonly Delivery[],
  underWay: ReadonlySet<string>,
): LastKnownTruckPlace[] {
  const collected = schedules.flatMap(
    ({ vehicle, zone, startedAt, completedAt, cancelledAt }): LastKnownTruckPlace[] => {
      const at = completedAt ?? (startedAt && cancelledAt)
      return at ? [{ truckId: vehicle.id, kind: 'zone', placeId: zone, at }] : []
    },
  )
  const unloaded = deliveries.flatMap(({ truckId, facilityId, arrivedAt }): LastKnownTruckPlace[] =>
    arrivedAt ? [{ truckId, kind: 'site', placeId: facilityId, at: arrivedAt }] : [],
  )
  // If times are equal, the arrival at the site counts as later than the collection.
  const oldestFirst = [...collected, ...unloaded].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const byTruck = new Map(oldestFirst.map((known) => [known.truckId, known]))
  return [...byTruck.values()]
    .filter(({ truckId }) => !underWay.has(truckId))
    .sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}

export interface ScreenPoint {
  x: number
  y: number
}

export interface ScreenBox {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the area in which two boxes overlap, in square pixels. */
export function overlapAreaOf(a: ScreenBox, b: ScreenBox): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, across) * Math.max(0, down)
}

/**
 * Returns the point at a fraction of the line between two points.
 * Leaves `gap` px at both ends, shifts `lane` px to the right.
 */
export function interpolatePoint(from: ScreenPoint, to: ScreenPoint, share: number, gap = 0, lane = 0): ScreenPoint {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(x, y) || 1
  const at = Math.min(gap, length / 2) + share * Math.max(0, length - 2 * gap)
  return {
    x: from.x + (x / length) * at - (y / length) * lane,
    y: from.y + (y / length) * at + (x / length) * lane,
  }
}

export interface RouteLine {
  zone: Zone
  siteId: string
  /** True if a truck drives along this line, false if only planned. */
  active: boolean
}

/**
 * Returns the map's lines between zones and sites, each once.
 * Lines with a truck on the way come first.
 */
export function routeLinesOf(journeys: readonly TruckJourney[], schedules: readonly Schedule[]): RouteLine[] {
  const driven = journeys.map(({ zone, siteId }): RouteLine => ({ zone, siteId, active: true }))
  const planned = schedules
    .filter(({ status }) => status === 'scheduled')
    .map(({ zone, siteId }): RouteLine => ({ zone, siteId, active: false }))
  const same = (a: RouteLine, b: RouteLine) => a.zone === b.zone && a.siteId === b.siteId
  return [...driven, ...planned].filter((way, n, all) => all.findIndex((other) => same(way, other)) === n)
}

export type MappedZone = Pick<
  ZoneCard,
  'id' | 'zone' | 'centre' | 'outline' | 'currentReports' | 'totalCustomers' | 'recommendAt' | 'thresholdReached'
>
export type MappedSite = Pick<Site, 'id' | 'name' | 'coordinates' | 'currentCapacity' | 'maxCapacity'>

interface AreaFacts {
  zone: string
  centre: Coordinates
  /** Fraction of the zone's customers who have reported, 0 to 1. */
  share: number
  /**
   * Colour of the zone on the map, equal to the colour of its table row.
   * 'done' means that all customers of the zone have reported.
   */
  tone: 'new' | 'done'
  recommended: boolean
}

export type ZoneAreas = FeatureCollection<Polygon, AreaFacts>
export type RouteFeatures = FeatureCollection<LineString, { active: boolean }>

const RADIANS = Math.PI / 180
const CIRCLE_CORNERS = 72
/** Radius in degrees of a zone's circle if the map has only one zone. */
const SINGLE_ZONE_RADIUS = 0.02
/** Fraction of the distance between two neighbouring zones that their circles on the map cover. */
const FILLED_SHARE = 0.7

/**
 * Returns a distance in degrees of latitude, for drawing only.
 * A degree of longitude is shorter by the latitude's cosine.
 */
const degreesApart = (a: Coordinates, b: Coordinates) =>
  Math.hypot((a.lng - b.lng) * Math.cos(a.lat * RADIANS), a.lat - b.lat)

const medianOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]

/**
 * Returns the scale of the zones' circles, in degrees per square root of customers.
 * With it, the circles of neighbouring zones almost touch, for the median zone.
 */
function scaleOf(zones: readonly MappedZone[]): number {
  const root = ({ totalCustomers }: MappedZone) => Math.sqrt(Math.max(1, totalCustomers))
  const shares = zones.flatMap((zone) => {
    const others = zones.filter(({ centre }) => degreesApart(centre, zone.centre) > 0)
    const fits = others.map((other) => degreesApart(zone.centre, other.centre) / (root(zone) + root(other)))
    return fits.length > 0 ? [Math.min(...fits)] : []
  })
  const share = medianOf(shares.sort((a, b) => a - b))
  if (share !== undefined) return share * FILLED_SHARE
  return SINGLE_ZONE_RADIUS / Math.max(1, ...zones.map(root))
}

function circle({ lat, lng }: Coordinates, radius: number): Position[] {
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, corner) => {
    const turn = ((corner % CIRCLE_CORNERS) / CIRCLE_CORNERS) * 2 * Math.PI
    return [lng + (radius * Math.cos(turn)) / Math.cos(lat * RADIANS), lat + radius * Math.sin(turn)]
  })
}

function closed(outline: readonly Coordinates[]): Position[] {
  return [...outline, ...outline.slice(0, 1)].map(({ lat, lng }) => [lng, lat])
}

/** Returns each zone's area: its outline, or a circle sized by customers. */
export function zoneAreasOf(zones: readonly MappedZone[]): ZoneAreas {
  const scale = scaleOf(zones)
  return {
    type: 'FeatureCollection',
    features: zones.map((zone) => {
      const { centre, outline, currentReports, totalCustomers, recommendAt, thresholdReached } = zone
      const ring = outline ? closed(outline) : circle(centre, scale * Math.sqrt(Math.max(1, totalCustomers)))
      const properties: AreaFacts = {
        zone: zone.zone,
        centre,
        share: totalCustomers > 0 ? Math.min(1, currentReports / totalCustomers) : 0,
        tone: thresholdReached ? 'done' : 'new',
        recommended: currentReports > 0 && currentReports >= recommendAt,
      }
      return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties }
    }),
  }
}

/** Returns straight lines from zones to sites, because roads are unknown. */
export function routeFeaturesOf(
  ways: readonly RouteLine[],
  zones: readonly MappedZone[],
  sites: readonly MappedSite[],
): RouteFeatures {
  const features = ways.flatMap(({ zone, siteId, active }): Feature<LineString, { active: boolean }>[] => {
    const from = zones.find(({ id }) => id === zone)?.centre
    const to = sites.find(({ id }) => id === siteId)?.coordinates
    if (!from || !to) return []
    const coordinates = [from, to].map(({ lat, lng }): Position => [lng, lat])
    return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { active } }]
  })
  return { type: 'FeatureCollection', features }
}

/** Bounds in degrees: west, south, east, north. */
export type Bounds = [number, number, number, number]

/** Returns the bounds of all areas and sites; null without any. */
export function boundsOf({ features }: ZoneAreas, sites: readonly MappedSite[]): Bounds | null {
  const places = [
    ...features.flatMap(({ geometry }) => geometry.coordinates.flat()),
    ...sites.map(({ coordinates: { lng, lat } }) => [lng, lat]),
  ]
  if (places.length === 0) return null
  const eastward = places.map(([lng]) => lng as number)
  const northward = places.map(([, lat]) => lat as number)
  return [Math.min(...eastward), Math.min(...northward), Math.max(...eastward), Math.max(...northward)]
}

/**
 * Returns a function that computes the radius of the largest circle inside a zone.
 * The radius has the units of the points that `project` returns.
 */
export function innerRadiusOf(
  { features }: ZoneAreas,
  project: (place: Coordinates) => ScreenPoint,
): (zone: string) => number {
  const reaches = new Map(
    features.map(({ geometry, properties }) => {
      const edge = (geometry.coordinates[0] ?? []).map(([lng, lat]) => project({ lat, lng }))
      const { x, y } = project(properties.centre)
      return [properties.zone, Math.min(...edge.map((place) => Math.hypot(place.x - x, place.y - y)))]
    }),
  )
  return (zone) => reaches.get(zone) ?? 0
}

type Position = [number, number]

interface Polygon {
  type: 'Polygon'
  coordinates: Position[][]
}

interface LineString {
  type: 'LineString'
  coordinates: Position[]
}

interface Feature<G, P> {
  type: 'Feature'
  geometry: G
  properties: P
}

interface FeatureCollection<G, P> {
  type: 'FeatureCollection'
  features: Feature<G, P>[]
}
