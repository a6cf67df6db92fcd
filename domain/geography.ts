/** Distances on the map between points and zones. */
import type { Coordinates } from './zones.ts'

const EARTH_RADIUS_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance between two points in metres. */
export function measureMetresBetween(a: Coordinates, b: Coordinates): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const lng = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  const share = lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lng
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, share)))
}

/** Radius in metres to assume for a zone without an outline. */
const ZONE_RADIUS_M = 4_000

interface Area {
  centre: Coordinates
  outline?: readonly Coordinates[] | undefined
}

/** Returns the metres from a point to a zone; 0 inside. */
export function measureMetresOutside(point: Coordinates, { centre, outline }: Area): number {
  if (!outline || outline.length < 3) return Math.max(0, measureMetresBetween(point, centre) - ZONE_RADIUS_M)
  if (isInside(point, outline)) return 0
  return Math.min(...edgesOf(outline).map(([from, to]) => metresToEdge(point, from, to)))
}

type Edge = [from: Coordinates, to: Coordinates]

const edgesOf = (outline: readonly Coordinates[]): Edge[] =>
  outline.map((corner, n) => [corner, outline[(n + 1) % outline.length] as Coordinates])

/**
 * Returns whether a point is inside an outline.
 * Counts the crossings of a ray to the east.
 */
function isInside({ lat, lng }: Coordinates, outline: readonly Coordinates[]): boolean {
  const crossed = edgesOf(outline).filter(
    ([a, b]) => a.lat > lat !== b.lat > lat && lng < a.lng + ((lat - a.lat) / (b.lat - a.lat)) * (b.lng - a.lng),
  )
  return crossed.length % 2 === 1
}

/**
 * Returns the metres from a point to an edge.
 * Treats the Earth as flat, which is accurate enough within a city.
 */
function metresToEdge(point: Coordinates, from: Coordinates, to: Coordinates): number {
  const metresPerDegree = radians(1) * EARTH_RADIUS_M
  const east = metresPerDegree * Math.cos(radians(point.lat))
  const [ax, ay] = [(from.lng - point.lng) * east, (from.lat - point.lat) * metresPerDegree]
  const [bx, by] = [(to.lng - point.lng) * east, (to.lat - point.lat) * metresPerDegree]
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

/**
 * Returns the items in the order of a walk that always continues to the nearest item left.
 * Items without a point come last, in their original order.
 */
export function sortByNearestNeighbour<T>(
  items: readonly T[],
  from: Coordinates,
  pointOf: (item: T) => Coordinates | undefined,
): T[] {
  const points = items.map((item) => ({ item, point: pointOf(item) }))
  const left = points.flatMap(({ item, point }) => (point ? [{ item, point }] : []))
  const walk: T[] = []
  let at = from
  while (left.length > 0) {
    const metres = left.map(({ point }) => measureMetresBetween(at, point))
    const [next] = left.splice(metres.indexOf(Math.min(...metres)), 1)
    if (!next) break
    walk.push(next.item)
    at = next.point
  }
  return [...walk, ...points.flatMap(({ item, point }) => (point ? [] : [item]))]
}
