/** The trucks on the map, which move on once a second; each opens its route. */

import type { RouteDialog } from '#web/features/collections/routes/route-dialogs.tsx'
import { useNow } from '#web/hooks/ticker.ts'
import { type Journey, progressOf, progressText } from './journeys.ts'
import { along, type Point } from './map-geometry.ts'
import { endsOf, type PlacesMap } from './map-places.ts'
import classes from './route-map.module.css'

const SECOND_MS = 1_000
/** From lane to lane where several trucks drive the same way, and from a place to a truck that is there; pixels. */
const LANE = 28
const GAP = 44

export interface MapTrucksProps {
  map: PlacesMap
  journeys: readonly Journey[]
  turnTo(dialog: RouteDialog): void
}

export function MapTrucks({ map, journeys, turnTo }: MapTrucksProps) {
  const now = useNow(SECOND_MS)
  return journeys.map((journey) => {
    const at = positionOf(journey, { map, journeys, now })
    const east = at !== null && at.x > map.width / 2
    return at && <Truck key={journey.truckId} journey={journey} at={at} east={east} now={now} turnTo={turnTo} />
  })
}

interface Scene extends Omit<MapTrucksProps, 'turnTo'> {
  now: number
}

function positionOf(journey: Journey, { map, journeys, now }: Scene): Point | null {
  const ends = endsOf(map, journey)
  if (!ends) return null
  const sameWay = journeys.filter(({ zone, siteId }) => zone === journey.zone && siteId === journey.siteId)
  const lane = (sameWay.indexOf(journey) - (sameWay.length - 1) / 2) * LANE
  return along(ends.from.at, ends.to.at, progressOf(journey, now), GAP, lane)
}

interface TruckProps {
  journey: Journey
  at: Point
  /** In the right half, so that what it says is written to the left. */
  east: boolean
  now: number
  turnTo(dialog: RouteDialog): void
}

function Truck({ journey, at, east, now, turnTo }: TruckProps) {
  const { truckId, routeId, kind, zone } = journey
  const says = `${truckId}, ${kind === 'collection' ? 'collecting in' : 'delivery from'} ${zone}: ${progressText(journey, now)}`
  const shared = {
    className: `${classes.truck} ws-hint`,
    style: { transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)` },
    'data-hint': says,
    'data-truck': truckId,
    'data-east': east || undefined,
  }
  const pill = <span className={classes.pill}>{truckId}</span>
  if (!routeId) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: where the truck is must be reachable without a pointer
      <span {...shared} role="img" aria-label={says} tabIndex={0}>
        {pill}
      </span>
    )
  }
  return (
    <button
      {...shared}
      type="button"
      aria-label={`${says}. View details`}
      onClick={() => turnTo({ kind: 'details', id: routeId })}
    >
      {pill}
    </button>
  )
}
