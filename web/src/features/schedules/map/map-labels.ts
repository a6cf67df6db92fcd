/** Labels of the map: trucks, sites and zones, placed by priority. */
import { counted, figure, wholes, withUnit } from '#web/lib/format/numbers.ts'
import { clockTime } from '#web/lib/format/times.ts'
import type { MappedSite, MappedZone } from './areas.ts'
import { along, type Box, type Point } from './geometry.ts'
import { type Journey, progressOf, progressText } from './journeys.ts'
import { type Frame, labelsOf } from './label-placement.ts'
import type { LastKnown } from './last-known.ts'

export interface City {
  zones: readonly MappedZone[]
  sites: readonly MappedSite[]
  journeys: readonly Journey[]
  lastKnown: readonly LastKnown[]
}

export interface LabelContext extends Frame {
  /** Converts degrees to pixels of the frame. */
  project(place: { lat: number; lng: number }): Point
  /** Returns the minimum extent of a zone's area from its centre, in px. */
  reach(zone: string): number
  /** Boxes for labels to avoid. */
  kept: readonly Box[]
  /** Returns the width of a line of text, in px. */
  widthOf(text: string): number
  now: number
  /** Zone under the pointer, whose label is always shown. */
  zone?: string | undefined
}

export interface MapEntry {
  kind: 'truck' | 'site' | 'parked' | 'zone'
  /** Id of the truck, site or zone; parked trucks have their place. */
  id: string
  lines: readonly string[]
  /** Description in a sentence. */
  says: string
  at: Point
  /** Id of the truck's route, if it is one. */
  routeId?: string | undefined
  /** Box of the label; null without room. */
  label: Box | null
}

type Unplaced = Omit<MapEntry, 'label'> & { radius: number; reach: number; optional: boolean }

/** Beyond this number, zones have a label only if there is room. */
const MANY_ZONES = 20
export const RADIUS = { truck: 6, site: 9, parked: 0, zone: 0 } as const
/** Height of a line and horizontal padding of a label, in px. */
const LINE = 16
const PADDING = 12
/** Distance of labels without room nearby, in px. */
const FAR_LABEL_PX = 60
/** Distance between the lanes of trucks on the same way, in px. */
const LANE = 14

/** Formats as '102 of 145', as in the zone's row. */
export const reportedText = ({ currentReports, totalCustomers }: MappedZone) =>
  `${figure(currentReports)} of ${figure(totalCustomers)}`

/** Formats as '754 of 1,000 t'. */
export const load = ({ currentCapacity, maxCapacity }: MappedSite) =>
  `${wholes(currentCapacity)} of ${withUnit(wholes(maxCapacity), 't')}`

/** Returns 'READY', 'collection recommended' or ''. */
export function zoneState({ thresholdReached, currentReports, recommendAt }: MappedZone): string {
  if (thresholdReached) return 'READY'
  return currentReports > 0 && currentReports >= recommendAt ? 'collection recommended' : ''
}

export const journeyWords = ({ truckId, kind, zone }: Journey) =>
  `${truckId}, ${kind === 'collection' ? 'collecting in' : 'delivery from'} ${zone}`

function trucks({ journeys, zones, sites }: City, { project, now }: LabelContext): Unplaced[] {
  return journeys.flatMap((journey) => {
    const from = zones.find(({ id }) => id === journey.zone)?.centre
    const to = sites.find(({ id }) => id === journey.siteId)?.coordinates
    if (!from || !to) return []
    const sameWay = journeys.filter(({ zone, siteId }) => zone === journey.zone && siteId === journey.siteId)
    const lane = (sameWay.indexOf(journey) - (sameWay.length - 1) / 2) * LANE
    const at = along(project(from), project(to), progressOf(journey, now), 0, lane)
    const says = `${journeyWords(journey)}: ${progressText(journey, now)}`
    const { truckId: id, routeId } = journey
    return [
      { kind: 'truck', id, routeId, lines: [id], says, at, radius: RADIUS.truck, reach: FAR_LABEL_PX, optional: false },
    ]
  })
}

const sitesOf = ({ sites }: City, { project }: LabelContext): Unplaced[] =>
  sites.map((site) => {
    const says = `${site.name}, ${load(site)} at this dumping site`
    const at = project(site.coordinates)
    return {
      kind: 'site',
      id: site.id,
      lines: [site.name, load(site)],
      says,
      at,
      radius: RADIUS.site,
      reach: 0,
      optional: false,
    }
  })

/** Formats as 'T003, last known here 14:05'. */
const parkedWords = ({ truckId, at }: LastKnown, now: number) => `${truckId}, last known here ${clockTime(at, now)}`

function parked({ lastKnown, zones, sites }: City, { project, now }: LabelContext): Unplaced[] {
  const byPlace = Map.groupBy(lastKnown, ({ kind, placeId }) => `${kind} ${placeId}`)
  return [...byPlace].flatMap(([id, here]) => {
    const { kind, placeId } = here[0] as LastKnown
    const place =
      kind === 'zone'
        ? zones.find((zone) => zone.id === placeId)?.centre
        : sites.find((site) => site.id === placeId)?.coordinates
    if (!place) return []
    const newest = here.reduce((a, b) => (Date.parse(b.at) > Date.parse(a.at) ? b : a))
    const name = here.length === 1 ? newest.truckId : counted(here.length, 'truck')
    const lines = [`${name} · ${clockTime(newest.at, now)}`]
    const says = `${here.map((known) => parkedWords(known, now)).join('; ')} (estimated)`
    return [
      {
        kind: 'parked',
        id,
        lines,
        says,
        at: project(place),
        radius: kind === 'site' ? RADIUS.site : 0,
        reach: FAR_LABEL_PX,
        optional: true,
      },
    ]
  })
}

function zonesOf({ zones }: City, { project, reach, zone: pointedAt }: LabelContext): Unplaced[] {
  const many = zones.length > MANY_ZONES
  const rank = (zone: MappedZone) =>
    (zone.zone === pointedAt ? 4 : 0) +
    (zone.thresholdReached ? 2 : 0) +
    zone.currentReports / (zone.totalCustomers || 1)
  return zones
    .toSorted((a, b) => rank(b) - rank(a))
    .map((zone) => {
      const state = zoneState(zone)
      const says = `${zone.zone}, ${reportedText(zone)} reported${state && `, ${state}`}`
      const optional = many && zone.zone !== pointedAt
      const at = project(zone.centre)
      const area = 0.75 * reach(zone.zone)
      return {
        kind: 'zone',
        id: zone.zone,
        lines: [zone.zone, reportedText(zone)],
        says,
        at,
        radius: RADIUS.zone,
        reach: many ? area : Math.max(FAR_LABEL_PX, area),
        optional,
      }
    })
}

/** Returns the items: trucks, sites, zones, then parked trucks if there is room. */
export function mapEntriesOf(city: City, scenery: LabelContext): MapEntry[] {
  const items = [
    ...trucks(city, scenery),
    ...sitesOf(city, scenery),
    ...zonesOf(city, scenery),
    ...parked(city, scenery),
  ]
  const named = items.map(({ lines, ...item }) => ({
    ...item,
    width: Math.min(scenery.width, Math.max(...lines.map(scenery.widthOf)) + PADDING),
    height: lines.length * LINE + 4,
  }))
  const labels = labelsOf(named, scenery, scenery.kept)
  return items.map(({ radius, reach, optional, ...item }, n) => ({ ...item, label: labels[n] ?? null }))
}
