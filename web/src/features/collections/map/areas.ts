/** The zones as areas, the ways between zones and sites, and the part of the world that holds them: as the map is given them. */
import type { Site, ZoneCard } from '#contract/views.ts'
import type { Coordinates } from '#rules/first-zones.ts'
import type { Feature, FeatureCollection, LineString, Polygon, Position } from './geojson.ts'
import type { Point } from './geometry.ts'
import type { Way } from './ways.ts'

export type MappedZone = Pick<
  ZoneCard,
  'id' | 'zone' | 'centre' | 'outline' | 'currentReports' | 'totalCustomers' | 'recommendAt' | 'thresholdReached'
>
export type MappedSite = Pick<Site, 'id' | 'name' | 'coordinates' | 'currentCapacity' | 'maxCapacity'>

export interface AreaFacts {
  zone: string
  centre: Coordinates
  /** Of its customers, so many have reported; 0 to 1. */
  share: number
  /** As its line on the board: done when all have reported. */
  tone: 'new' | 'done'
  recommended: boolean
}

export type Areas = FeatureCollection<Polygon, AreaFacts>
export type WayLines = FeatureCollection<LineString, { active: boolean }>

const RADIANS = Math.PI / 180
const CORNERS = 72
/** Degrees, of a zone that has no neighbour. */
const ALONE = 0.02
/** Of the way to a neighbour that two circles take up together. */
const FILLED = 0.7

/** A degree of longitude is shorter than one of latitude, by the cosine of the latitude. Degrees to draw with, no distance. */
const apart = (a: Coordinates, b: Coordinates) => Math.hypot((a.lng - b.lng) * Math.cos(a.lat * RADIANS), a.lat - b.lat)

const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]

/** The degrees of a circle for each root of a customer: so large that in the middle two neighbours don't quite touch. */
function scaleOf(zones: readonly MappedZone[]): number {
  const root = ({ totalCustomers }: MappedZone) => Math.sqrt(Math.max(1, totalCustomers))
  const shares = zones.flatMap((zone) => {
    const others = zones.filter(({ centre }) => apart(centre, zone.centre) > 0)
    const fits = others.map((other) => apart(zone.centre, other.centre) / (root(zone) + root(other)))
    return fits.length > 0 ? [Math.min(...fits)] : []
  })
  const share = middle(shares.sort((a, b) => a - b))
  if (share !== undefined) return share * FILLED
  return ALONE / Math.max(1, ...zones.map(root))
}

function circle({ lat, lng }: Coordinates, radius: number): Position[] {
  return Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const turn = ((corner % CORNERS) / CORNERS) * 2 * Math.PI
    return [lng + (radius * Math.cos(turn)) / Math.cos(lat * RADIANS), lat + radius * Math.sin(turn)]
  })
}

function closed(outline: readonly Coordinates[]): Position[] {
  return [...outline, ...outline.slice(0, 1)].map(({ lat, lng }) => [lng, lat])
}

/** Each zone's outline, or a circle as large as it has customers. */
export function areasOf(zones: readonly MappedZone[]): Areas {
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

/** Straight from the middle of a zone to a site: nobody knows which roads are taken. */
export function wayLinesOf(ways: readonly Way[], zones: readonly MappedZone[], sites: readonly MappedSite[]): WayLines {
  const features = ways.flatMap(({ zone, siteId, active }): Feature<LineString, { active: boolean }>[] => {
    const from = zones.find(({ id }) => id === zone)?.centre
    const to = sites.find(({ id }) => id === siteId)?.coordinates
    if (!from || !to) return []
    const coordinates = [from, to].map(({ lat, lng }): Position => [lng, lat])
    return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { active } }]
  })
  return { type: 'FeatureCollection', features }
}

/** West, south, east, north. */
export type Bounds = [number, number, number, number]

/** What holds all areas and sites; null where there is neither. */
export function boundsOf({ features }: Areas, sites: readonly MappedSite[]): Bounds | null {
  const places = [
    ...features.flatMap(({ geometry }) => geometry.coordinates.flat()),
    ...sites.map(({ coordinates: { lng, lat } }) => [lng, lat]),
  ]
  if (places.length === 0) return null
  const eastward = places.map(([lng]) => lng as number)
  const northward = places.map(([, lat]) => lat as number)
  return [Math.min(...eastward), Math.min(...northward), Math.max(...eastward), Math.max(...northward)]
}

/** How far each area goes from its zone's centre, at least; in what `project` answers. */
export function reachOf({ features }: Areas, project: (place: Coordinates) => Point): (zone: string) => number {
  const reaches = new Map(
    features.map(({ geometry, properties }) => {
      const edge = (geometry.coordinates[0] ?? []).map(([lng, lat]) => project({ lat, lng }))
      const { x, y } = project(properties.centre)
      return [properties.zone, Math.min(...edge.map((place) => Math.hypot(place.x - x, place.y - y)))]
    }),
  )
  return (zone) => reaches.get(zone) ?? 0
}
