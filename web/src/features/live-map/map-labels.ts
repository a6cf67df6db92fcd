/** Map labels for trucks, sites and zones, placed by priority. */

import { plural, t } from '@lingui/core/macro'
import { withColon } from '#web/lib/format/labels.ts'
import { formatNumber, formatWhole, withUnit } from '#web/lib/format/numbers.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import {
  describeJourneyProgress,
  interpolatePoint,
  journeyProgressOf,
  type LastKnownTruckPlace,
  type MappedSite,
  type MappedZone,
  overlapAreaOf,
  type ScreenBox,
  type ScreenPoint,
  type TruckJourney,
} from './map-data.ts'

interface Frame {
  width: number
  height: number
}

interface LabelledPlace {
  at: ScreenPoint
  /**
   * Radius in px of the place's marker.
   * With 0, labels may cover the place.
   */
  radius: number
  /**
   * Largest distance in px between a label and its place.
   * A label farther away would not seem to belong to the place.
   */
  reach: number
  /** Size of the label in px. */
  width: number
  height: number
  /** True if the label is omitted when there is no space. */
  optional: boolean
}

const GAP = 4
/** Least distance in px between labels, and to the map's edge. */
const EDGE = 6

const markOf = ({ at, radius }: LabelledPlace): ScreenBox => ({
  left: at.x - radius,
  top: at.y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

/**
 * Directions in which a label is tried, in order.
 * Above and below come first, because wide labels would leave the zone sideways.
 */
const DIRECTIONS = [-2, 2, -3, -1, 1, 3, 4, 0].map((eighth) => (eighth * Math.PI) / 4)

/** Returns the rectangles where a place's label may be drawn, the best one first. */
function candidates({ at, radius, reach, width, height }: LabelledPlace): ScreenBox[] {
  const [left, top] = [at.x - width / 2, at.y - height / 2]
  const [below, above] = [at.y + radius + GAP, at.y - radius - GAP - height]
  const [right, before] = [at.x + radius + GAP, at.x - radius - GAP - width]
  const beside = [
    { left, top: below },
    { left: left + width / 4, top: below },
    { left: left - width / 4, top: below },
    { left, top: above },
    { left: right, top },
    { left: before, top },
    { left: right, top: below },
    { left: before, top: below },
    { left: right, top: above },
    { left: before, top: above },
  ]
  const farther = (reach > 0 ? [reach / 3, (2 * reach) / 3, reach] : []).flatMap((far) =>
    DIRECTIONS.map((turn) => ({ left: left + far * Math.cos(turn), top: top + far * Math.sin(turn) })),
  )
  // Places without a mark on the map: their label is first tried at the place's centre.
  const places = radius > 0 ? [...beside, ...farther] : [{ left, top }, ...farther, ...beside]
  return places.map((place) => ({ ...place, width, height }))
}

/** Returns the box, moved so that it is inside the map. */
const within = ({ left, top, width, height }: ScreenBox, frame: Frame): ScreenBox => ({
  left: Math.max(EDGE, Math.min(left, frame.width - EDGE - width)),
  top: Math.max(EDGE, Math.min(top, frame.height - EDGE - height)),
  width,
  height,
})

const isInFrame = ({ x, y }: ScreenPoint, { width, height }: Frame) => x >= 0 && y >= 0 && x <= width && y <= height

interface Arrangement {
  /**
   * For each label its box on the map, or null.
   * A label has no box if it is outside the map.
   * An optional label has no box if there is no space.
   */
  boxes: (ScreenBox | null)[]
  /** Total area in square pixels in which labels overlap something on the map. */
  overlap: number
  /** Indexes of the labels that overlap something on the map. */
  crowded: number[]
}

/** Places labels by order of indexes, avoiding `kept` and earlier labels. */
function arrangeLabels(
  places: readonly LabelledPlace[],
  order: readonly number[],
  frame: Frame,
  kept: readonly ScreenBox[],
): Arrangement {
  const taken = [...kept, ...places.filter(({ radius }) => radius > 0).map(markOf)]
  const made: Arrangement = { boxes: places.map(() => null), overlap: 0, crowded: [] }
  const cost = (box: ScreenBox) => taken.reduce((sum, other) => sum + overlapAreaOf(box, other), 0)
  for (const n of order) {
    const place = places[n]!
    if (!isInFrame(place.at, frame)) continue
    const [first, ...others] = candidates(place).map((box) => within(box, frame))
    const best = others.reduce((least, box) => (cost(box) < cost(least) ? box : least), first!)
    const area = cost(best)
    if (place.optional && area > 0) continue
    if (area > 0) made.crowded.push(n)
    made.overlap += area
    made.boxes[n] = best
    taken.push(best)
  }
  return made
}

/**
 * Maximum number of attempts to place the map's labels in another order.
 * It is low, because labels are placed whenever the map moves.
 */
const MAX_REARRANGEMENTS = 6

/**
 * Returns a box for each label; labels that are placed earlier have priority.
 * If labels overlap, one of them is placed first in the next attempt.
 */
function placeLabels(places: readonly LabelledPlace[], frame: Frame, kept: readonly ScreenBox[]): (ScreenBox | null)[] {
  let order = places.map((_, n) => n)
  let best = arrangeLabels(places, order, frame, kept)
  let latest = best
  for (let tried = 0; best.overlap > 0 && tried < MAX_REARRANGEMENTS; tried++) {
    const [crowded = 0] = latest.crowded
    order = [crowded, ...order.filter((n) => n !== crowded)]
    latest = arrangeLabels(places, order, frame, kept)
    if (latest.overlap < best.overlap) best = latest
  }
  return best.boxes
}

export interface MapContents {
  zones: readonly MappedZone[]
  sites: readonly MappedSite[]
  journeys: readonly TruckJourney[]
  lastKnown: readonly LastKnownTruckPlace[]
}

export interface LabelPlacementContext extends Frame {
  /** Converts degrees to pixels of the map. */
  project(place: { lat: number; lng: number }): ScreenPoint
  /** Returns the radius in px of the largest circle inside a zone's area. */
  reach(zone: string): number
  /** Boxes on the map that labels must avoid. */
  kept: readonly ScreenBox[]
  /** Returns the width of a line of text, in px. */
  widthOf(text: string): number
  now: number
  /** Zone under the pointer, whose label is always shown. */
  zone?: string | undefined
}

export interface MapItemLabel {
  kind: 'truck' | 'site' | 'parked' | 'zone'
  /**
   * Id of the labelled truck, site or zone.
   * For parked trucks, id of the place where they are parked.
   */
  id: string
  lines: readonly string[]
  /** Full description of the item, in one sentence. */
  says: string
  at: ScreenPoint
  /**
   * Id of the truck's schedule.
   * Set if the schedule is listed as a route.
   */
  routeId?: string | undefined
  /** Box of the label; null if there is no space. */
  label: ScreenBox | null
}

/**
 * Links and actions of the items on the map.
 * Items without a link or action are plain text.
 */
export interface MapItemLinks {
  /** Returns the address of the page to which a zone on the map links. */
  zone(zone: string): string
  /** Address of the page to which the sites on the map link, if any. */
  site?: string
  /** Returns the function that a click on a truck on duty calls, if any. */
  truck(truck: { truckId: string; routeId?: string | undefined }): (() => void) | undefined
}

type UnplacedItem = Omit<MapItemLabel, 'label'> & { radius: number; reach: number; optional: boolean }

/** On a map with more zones, labels of zones are omitted where there is no space. */
const MANY_ZONES = 20
export const MAP_MARK_RADIUS_PX = { truck: 6, site: 9, parked: 0, zone: 0 } as const
/** Height of a line of text in a label, in px. */
const LINE_HEIGHT = 16
const LABEL_PADDING = 12
/** Distance in px from a label to its place on the map, if there is no space directly beside the place. */
const FAR_LABEL_PX = 60
/** Distance in px between trucks side by side on the same line. */
const LANE_PX = 14

/** Formats reports as '102 of 145', as in the table. */
export const formatZoneReportCount = ({ currentReports, totalCustomers }: MappedZone) =>
  t`${{ reports: formatNumber(currentReports) }} of ${{ customers: formatNumber(totalCustomers) }}`

/** Formats a site's fill level as '754 of 1,000 t'. */
export const describeMapSiteLoad = ({ currentCapacity, maxCapacity }: MappedSite) =>
  t`${{ load: formatWhole(currentCapacity) }} of ${{ capacity: withUnit(formatWhole(maxCapacity), 't') }}`

/** Returns the state of a zone as 'READY', 'collection recommended' or ''. */
export function summarizeZone({ thresholdReached, currentReports, recommendAt }: MappedZone): string {
  if (thresholdReached) return t`READY`
  return currentReports > 0 && currentReports >= recommendAt ? t`collection recommended` : ''
}

export const describeJourney = ({ truckId, kind, zone }: TruckJourney) =>
  kind === 'collection' ? t`${truckId}, collecting in ${zone}` : t`${truckId}, delivery from ${zone}`

function truckItems({ journeys, zones, sites }: MapContents, { project, now }: LabelPlacementContext): UnplacedItem[] {
  return journeys.flatMap((journey) => {
    const from = zones.find(({ id }) => id === journey.zone)?.centre
    const to = sites.find(({ id }) => id === journey.siteId)?.coordinates
    if (!from || !to) return []
    const sameWay = journeys.filter(({ zone, siteId }) => zone === journey.zone && siteId === journey.siteId)
    const lane = (sameWay.indexOf(journey) - (sameWay.length - 1) / 2) * LANE_PX
    const at = interpolatePoint(project(from), project(to), journeyProgressOf(journey, now), 0, lane)
    const says = withColon(describeJourney(journey), describeJourneyProgress(journey, now))
    const { truckId: id, routeId } = journey
    return [
      {
        kind: 'truck',
        id,
        routeId,
        lines: [id],
        says,
        at,
        radius: MAP_MARK_RADIUS_PX.truck,
        reach: FAR_LABEL_PX,
        optional: false,
      },
    ]
  })
}

const siteItems = ({ sites }: MapContents, { project }: LabelPlacementContext): UnplacedItem[] =>
  sites.map((site) => {
    const says = t`${{ site: site.name }}, ${{ load: describeMapSiteLoad(site) }} at this dumping site`
    const at = project(site.coordinates)
    return {
      kind: 'site',
      id: site.id,
      lines: [site.name, describeMapSiteLoad(site)],
      says,
      at,
      radius: MAP_MARK_RADIUS_PX.site,
      reach: FAR_LABEL_PX,
      optional: false,
    }
  })

const lastKnownText = ({ truckId, at }: LastKnownTruckPlace, now: number) =>
  t`${truckId}, last known here ${{ time: formatRecentTime(at, now) }}`

function parkedItems(
  { lastKnown, zones, sites }: MapContents,
  { project, now }: LabelPlacementContext,
): UnplacedItem[] {
  const byPlace = Map.groupBy(lastKnown, ({ kind, placeId }) => `${kind} ${placeId}`)
  return [...byPlace].flatMap(([id, here]) => {
    const { kind, placeId } = here[0] as LastKnownTruckPlace
    const place =
      kind === 'zone'
        ? zones.find((zone) => zone.id === placeId)?.centre
        : sites.find((site) => site.id === placeId)?.coordinates
    if (!place) return []
    const newest = here.reduce((a, b) => (Date.parse(b.at) > Date.parse(a.at) ? b : a))
    const name =
      here.length === 1 ? newest.truckId : plural({ trucks: here.length }, { one: '# truck', other: '# trucks' })
    const lines = [`${name} · ${formatRecentTime(newest.at, now)}`]
    const says = t`${{ trucks: here.map((known) => lastKnownText(known, now)).join('; ') }} (estimated)`
    return [
      {
        kind: 'parked',
        id,
        lines,
        says,
        at: project(place),
        radius: kind === 'site' ? MAP_MARK_RADIUS_PX.site : 0,
        reach: FAR_LABEL_PX,
        optional: true,
      },
    ]
  })
}

function zoneItems({ zones }: MapContents, { project, reach, zone: pointedAt }: LabelPlacementContext): UnplacedItem[] {
  const many = zones.length > MANY_ZONES
  const rank = (zone: MappedZone) =>
    (zone.zone === pointedAt ? 4 : 0) +
    (zone.thresholdReached ? 2 : 0) +
    zone.currentReports / (zone.totalCustomers || 1)
  return zones
    .toSorted((a, b) => rank(b) - rank(a))
    .map((zone) => {
      const state = summarizeZone(zone)
      const reported = formatZoneReportCount(zone)
      const says = state
        ? t`${{ zone: zone.zone }}, ${reported} reported, ${state}`
        : t`${{ zone: zone.zone }}, ${reported} reported`
      const optional = many && zone.zone !== pointedAt
      const at = project(zone.centre)
      const area = 0.75 * reach(zone.zone)
      return {
        kind: 'zone',
        id: zone.zone,
        lines: [zone.zone, reported],
        says,
        at,
        radius: MAP_MARK_RADIUS_PX.zone,
        reach: many ? area : Math.max(FAR_LABEL_PX, area),
        optional,
      }
    })
}

/**
 * Returns map items by priority: trucks, sites, zones.
 * Parked trucks follow if there is space.
 */
export function mapItemLabelsOf(city: MapContents, scenery: LabelPlacementContext): MapItemLabel[] {
  const items = [
    ...truckItems(city, scenery),
    ...siteItems(city, scenery),
    ...zoneItems(city, scenery),
    ...parkedItems(city, scenery),
  ]
  const named = items.map(({ lines, ...item }) => ({
    ...item,
    width: Math.min(scenery.width, Math.max(...lines.map(scenery.widthOf)) + LABEL_PADDING),
    height: lines.length * LINE_HEIGHT + 4,
  }))
  const labels = placeLabels(named, scenery, scenery.kept)
  return items.map(({ radius, reach, optional, ...item }, n) => ({ ...item, label: labels[n] ?? null }))
}
