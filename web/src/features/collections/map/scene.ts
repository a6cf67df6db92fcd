/** What is written on the map: trucks, sites and zones as words with a place for each, what matters most placed first. */
import { counted, figure, wholes, withUnit } from '#web/format/numbers.ts'
import { clockTime } from '#web/format/times.ts'
import type { MappedSite, MappedZone } from './areas.ts'
import { along, type Box, type Point } from './geometry.ts'
import { type Journey, progressOf, progressText } from './journeys.ts'
import { type Frame, labelsOf } from './labels.ts'
import type { LastKnown } from './last-known.ts'

export interface City {
  zones: readonly MappedZone[]
  sites: readonly MappedSite[]
  journeys: readonly Journey[]
  lastKnown: readonly LastKnown[]
}

export interface Scenery extends Frame {
  /** From degrees to pixels of the frame. */
  project(place: { lat: number; lng: number }): Point
  /** How far from its middle a zone's area goes at least, in pixels. */
  reach(zone: string): number
  /** What words keep off. */
  kept: readonly Box[]
  /** Of a line of words, in pixels. */
  widthOf(text: string): number
  now: number
  /** A zone that is pointed at: its words are written, whatever they lie on. */
  zone?: string | undefined
}

export interface Item {
  kind: 'truck' | 'site' | 'parked' | 'zone'
  /** Of the truck, the site or the zone; of parked trucks their place. */
  id: string
  lines: readonly string[]
  /** All of it in a sentence. */
  says: string
  at: Point
  /** The route that a truck drives, where it is one. */
  routeId?: string | undefined
  /** Where its words stand; null where they don't. */
  label: Box | null
}

type Unplaced = Omit<Item, 'label'> & { radius: number; reach: number; optional: boolean }

/** Of more zones than these those are named that there is room for. */
const MANY_ZONES = 20
export const RADIUS = { truck: 6, site: 9, parked: 0, zone: 0 } as const
/** How high a line is, and what is beside the words; pixels. */
const LINE = 16
const PADDING = 12
/** Words are written so far off, where there is no room nearer. */
const FAR = 60
/** From lane to lane where several trucks drive the same way. */
const LANE = 14

/** '102 of 145': as the zone's line has it. */
export const reported = ({ currentReports, totalCustomers }: MappedZone) =>
  `${figure(currentReports)} of ${figure(totalCustomers)}`

/** '754 of 1,000 t' */
export const load = ({ currentCapacity, maxCapacity }: MappedSite) =>
  `${wholes(currentCapacity)} of ${withUnit(wholes(maxCapacity), 't')}`

/** 'READY', 'collection recommended', or nothing to say. */
export function zoneState({ thresholdReached, currentReports, recommendAt }: MappedZone): string {
  if (thresholdReached) return 'READY'
  return currentReports > 0 && currentReports >= recommendAt ? 'collection recommended' : ''
}

export const journeyWords = ({ truckId, kind, zone }: Journey) =>
  `${truckId}, ${kind === 'collection' ? 'collecting in' : 'delivery from'} ${zone}`

function trucks({ journeys, zones, sites }: City, { project, now }: Scenery): Unplaced[] {
  return journeys.flatMap((journey) => {
    const from = zones.find(({ id }) => id === journey.zone)?.centre
    const to = sites.find(({ id }) => id === journey.siteId)?.coordinates
    if (!from || !to) return []
    const sameWay = journeys.filter(({ zone, siteId }) => zone === journey.zone && siteId === journey.siteId)
    const lane = (sameWay.indexOf(journey) - (sameWay.length - 1) / 2) * LANE
    const at = along(project(from), project(to), progressOf(journey, now), 0, lane)
    const says = `${journeyWords(journey)}: ${progressText(journey, now)}`
    const { truckId: id, routeId } = journey
    return [{ kind: 'truck', id, routeId, lines: [id], says, at, radius: RADIUS.truck, reach: FAR, optional: false }]
  })
}

const sitesOf = ({ sites }: City, { project }: Scenery): Unplaced[] =>
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

/** 'T003, last known here 14:05' */
const parkedWords = ({ truckId, at }: LastKnown, now: number) => `${truckId}, last known here ${clockTime(at, now)}`

function parked({ lastKnown, zones, sites }: City, { project, now }: Scenery): Unplaced[] {
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
        reach: FAR,
        optional: true,
      },
    ]
  })
}

function zonesOf({ zones }: City, { project, reach, zone: pointedAt }: Scenery): Unplaced[] {
  const many = zones.length > MANY_ZONES
  const rank = (zone: MappedZone) =>
    (zone.zone === pointedAt ? 4 : 0) +
    (zone.thresholdReached ? 2 : 0) +
    zone.currentReports / (zone.totalCustomers || 1)
  return zones
    .toSorted((a, b) => rank(b) - rank(a))
    .map((zone) => {
      const state = zoneState(zone)
      const says = `${zone.zone}, ${reported(zone)} reported${state && `, ${state}`}`
      const optional = many && zone.zone !== pointedAt
      const at = project(zone.centre)
      const area = 0.75 * reach(zone.zone)
      return {
        kind: 'zone',
        id: zone.zone,
        lines: [zone.zone, reported(zone)],
        says,
        at,
        radius: RADIUS.zone,
        reach: many ? area : Math.max(FAR, area),
        optional,
      }
    })
}

/** Trucks first, then sites, zones, and trucks that stand somewhere where there is room left. */
export function sceneOf(city: City, scenery: Scenery): Item[] {
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
