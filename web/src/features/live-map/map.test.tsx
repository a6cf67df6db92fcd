/**
 * Tests the trucks, areas, lines, labels and table of the map.
 * A label must not overlap a map symbol, a control or another label.
 */

import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Delivery, Schedule } from '#contract/views.ts'
import type { Coordinates } from '#domain/zones.ts'
import land from '#web/ui/map/land.generated.json' with { type: 'json' }
import { createLandStyle } from '#web/ui/map/land-style.ts'
import roads from '#web/ui/map/roads.generated.json' with { type: 'json' }
import {
  boundsOf,
  describeJourneyProgress,
  innerRadiusOf,
  interpolatePoint,
  journeyProgressOf,
  journeysOf,
  lastKnownPlacesOf,
  type MappedSite,
  type MappedZone,
  overlapAreaOf,
  routeFeaturesOf,
  type ScreenBox,
  type TruckJourney,
  type ZoneAreas,
  zoneAreasOf,
} from './map-data.ts'
import { type LabelPlacementContext, MAP_MARK_RADIUS_PX, mapItemLabelsOf } from './map-labels.ts'
import { TruckName } from './map-panel.tsx'

const START = Date.parse('2026-01-05T12:00:00Z')

const schedule = (truck: string, more: Partial<Schedule> = {}): Schedule => ({
  id: `SCH-AN1-${truck}`,
  zone: 'Ablekuma North',
  status: 'in-progress',
  scheduledStart: '2026-01-05T12:15:00.000Z',
  startedAt: '2026-01-05T12:00:00.000Z',
  estimatedCompletion: '2026-01-05T15:00:00.000Z',
  vehicle: { id: truck, make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GT 1' },
  siteId: 'WS001',
  reportsCount: 3,
  estimatedDistance: 12.5,
  estimatedFuelConsumption: 1.47,
  ...more,
})
const delivery = (truckId: string, more: Partial<Delivery> = {}): Delivery => ({
  id: 'DEL-1',
  truckId,
  facilityId: 'WS002',
  zone: 'Ayawaso West',
  estimatedArrival: '2026-01-05T13:00:00.000Z',
  status: 'in-transit',
  estimated: true,
  reportsCount: 3,
  createdAt: '2026-01-05T12:00:00.000Z',
  ...more,
})
const only = (schedules: Schedule[], deliveries: Delivery[] = []): TruckJourney => {
  const [journey, ...others] = journeysOf(schedules, deliveries)
  expect(others).toEqual([])
  return journey!
}

describe('a journey', () => {
  it('is a route under way or a delivery in transit, nothing else', () => {
    const idle = (['scheduled', 'completed', 'cancelled'] as const).map((status) => schedule('T1', { status }))
    const still = (['pending', 'arrived', 'completed'] as const).map((status) => delivery('T2', { status }))
    expect(journeysOf(idle, still)).toEqual([])
    expect(journeysOf([schedule('T2')], [delivery('T1')]).map(({ truckId, kind }) => [truckId, kind])).toEqual([
      ['T1', 'delivery'],
      ['T2', 'collection'],
    ])
  })

  it('is one a truck: what it carries rather than what it collected, of the first zone of several', () => {
    expect(only([schedule('T1')], [delivery('T1')])).toMatchObject({ kind: 'delivery', siteId: 'WS002' })
    const both = [delivery('T1'), delivery('T1', { id: 'DEL-2', zone: 'Ablekuma North' })]
    expect(only([], both).zone).toBe('Ablekuma North')
    expect(only([], both.toReversed()).zone).toBe('Ablekuma North')
  })
})

describe('progress', () => {
  const journey = only([schedule('T1')])

  it.each([
    [-1, 0],
    [0, 0],
    [90, 0.5],
    [180, 1],
    [999, 1],
  ])('after %d minutes of three hours is %d', (minutes, share) =>
    expect(journeyProgressOf(journey, START + minutes * 60_000)).toBe(share),
  )

  it('never goes back and never leaves the way', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.nat(1e7), (at, later) => {
        const [before, after] = [journeyProgressOf(journey, START + at), journeyProgressOf(journey, START + at + later)]
        expect(before).toBeGreaterThanOrEqual(0)
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is there when no time was planned', () => {
    expect(journeyProgressOf({ ...journey, due: '2026-01-05T12:00:00.000Z' }, START)).toBe(1)
  })

  it('is told as an estimate', () => {
    expect(describeJourneyProgress(journey, START + 72 * 60_000)).toBe(
      'about 40\u00a0% of the way (estimated), due 15:00',
    )
    expect(describeJourneyProgress(journey, START + 200 * 60_000)).toBe('should have arrived at 15:00 (estimated)')
  })
})

/**
 * Tests the last known places of trucks on the map.
 * The latest place counts.
 * Trucks under way have no last known place.
 */
const lastSchedule = (truck: string, more: Partial<Schedule>) =>
  ({ vehicle: { id: truck }, zone: 'Ablekuma North', startedAt: '2026-01-05T10:00:00Z', ...more }) as Schedule
const lastDelivery = (truckId: string, arrivedAt?: string) => ({ truckId, facilityId: 'WS001', arrivedAt }) as Delivery

const none = new Set<string>()

it('is the site that a truck reached after its collection', () => {
  const collected = lastSchedule('T1', { completedAt: '2026-01-05T12:00:00Z' })
  const known = { truckId: 'T1', kind: 'site', placeId: 'WS001' }
  for (const at of ['2026-01-05T12:00:00Z', '2026-01-05T12:30:00Z'])
    expect(lastKnownPlacesOf([collected], [lastDelivery('T1', at)], none)).toEqual([{ ...known, at }])
})

it('is the zone where its last collection ended, also a stopped one that had begun', () => {
  const at = '2026-01-05T12:00:00Z'
  const known = { truckId: 'T1', kind: 'zone', placeId: 'Ablekuma North', at }
  expect(
    lastKnownPlacesOf([lastSchedule('T1', { completedAt: at })], [lastDelivery('T1', '2026-01-05T09:00:00Z')], none),
  ).toEqual([known])
  expect(lastKnownPlacesOf([lastSchedule('T1', { cancelledAt: at })], [], none)).toEqual([known])
})

it('is not known of a truck that never set out, has not arrived, or is under way', () => {
  const cancelled = lastSchedule('T1', { cancelledAt: '2026-01-05T09:00:00Z', startedAt: undefined as never })
  expect(lastKnownPlacesOf([cancelled], [lastDelivery('T2')], none)).toEqual([])
  expect(lastKnownPlacesOf([], [lastDelivery('T3', '2026-01-05T09:00:00Z')], new Set(['T3']))).toEqual([])
})

const NOW = Date.parse('2026-01-05T13:00:00Z')

const zone = (id: string, lat: number, lng: number, more: Partial<MappedZone> = {}): MappedZone => ({
  ...{ id, zone: id, centre: { lat, lng }, totalCustomers: 100, currentReports: 0, recommendAt: 80 },
  ...{ thresholdReached: false, ...more },
})
const site = (id: string, name: string, lat: number, lng: number): MappedSite => ({
  ...{ id, name, coordinates: { lat, lng }, currentCapacity: 754.2, maxCapacity: 1000 },
})
const ACCRA = [
  zone('Ablekuma North', 5.6, -0.27, { totalCustomers: 145, currentReports: 102, recommendAt: 116 }),
  zone('Ayawaso West', 5.64, -0.19, { totalCustomers: 82, currentReports: 66, recommendAt: 66 }),
]
const SITES = [
  site('WS001', 'North Dumping Site', 5.6037, -0.267),
  site('WS002', 'South Dumping Site', 5.6216, -0.1905),
]
const journey = (truckId: string, more: Partial<TruckJourney> = {}): TruckJourney => ({
  ...{ truckId, zone: 'Ablekuma North', siteId: 'WS002', kind: 'delivery' },
  ...{ start: NOW - 3_600_000, due: '2026-01-05T14:00:00.000Z', ...more },
})

/** Returns the approximate width of a name in the map's font. */
const widthOf = (text: string) => 6.8 * text.length

/**
 * Returns a test context for placing labels on the map.
 * Projects coordinates linearly to the map's size, without the map library.
 */
function scenery(
  areas: ZoneAreas,
  width: number,
  height: number,
  more: Partial<LabelPlacementContext> = {},
): LabelPlacementContext {
  const [west, south, east, north] = boundsOf(areas, SITES) ?? [0, 0, 1, 1]
  const project = ({ lat, lng }: Coordinates) => ({
    x: 44 + ((lng - west) / (east - west || 1)) * (width - 88),
    y: height - 44 - ((lat - south) / (north - south || 1)) * (height - 88),
  })
  const kept = [{ left: width - 60, top: 0, width: 60, height: 152 }]
  return { width, height, project, reach: innerRadiusOf(areas, project), kept, widthOf, now: NOW, ...more }
}

/** Returns whether a point is inside a ring (even-odd rule). */
function isWithin([x, y]: [number, number], ring: readonly (readonly number[])[]): boolean {
  return ring.reduce((inside, [ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? []
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside
  }, false)
}

describe('zones as areas', () => {
  it('are as full and of the tone that their lines on the board are', () => {
    const all = [...ACCRA, zone('Ready', 5.7, -0.2, { currentReports: 130, thresholdReached: true })]
    expect(
      zoneAreasOf(all).features.map(({ properties: { share, tone, recommended } }) => [share, tone, recommended]),
    ).toEqual([
      [102 / 145, 'new', false],
      [66 / 82, 'new', true],
      [1, 'done', true],
    ])
  })

  it('are not recommended for having nothing to collect', () => {
    const [area] = zoneAreasOf([zone('New', 5, 0, { recommendAt: 0 })]).features
    expect(area?.properties.recommended).toBe(false)
  })

  it('have the outline of the city’s file, closed, where there is one', () => {
    const outline = [
      { lat: 5, lng: 0 },
      { lat: 5, lng: 1 },
      { lat: 6, lng: 1 },
    ]
    expect(zoneAreasOf([zone('Z', 5.5, 0.5, { outline })]).features[0]?.geometry.coordinates).toEqual([
      [
        [0, 5],
        [1, 5],
        [1, 6],
        [0, 5],
      ],
    ])
  })

  it('are else circles as large as they have customers, which hold their centres and don’t swallow their neighbours', () => {
    const [large, small] = zoneAreasOf(ACCRA).features.map(({ geometry }) => geometry.coordinates[0] ?? [])
    const height = (ring: [number, number][]) =>
      Math.max(...ring.map(([, lat]) => lat)) - Math.min(...ring.map(([, lat]) => lat))
    expect(height(large!) / height(small!)).toBeCloseTo(Math.sqrt(145 / 82), 5)
    expect([isWithin([-0.27, 5.6], large!), isWithin([-0.19, 5.64], small!)]).toEqual([true, true])
    expect(small!.some((corner) => isWithin(corner, large!))).toBe(false)
  })

  it('are circles also alone, on the same spot, and without customers', () => {
    for (const zones of [[ACCRA[0]!], [zone('A', 5, 0), zone('B', 5, 0)], [zone('A', 5, 0, { totalCustomers: 0 })]])
      for (const { geometry, properties } of zoneAreasOf(zones).features) {
        const { lat, lng } = properties.centre
        expect(isWithin([lng, lat], geometry.coordinates[0] ?? [])).toBe(true)
      }
  })

  it('are held by the bounds with the sites, and nothing is by none', () => {
    const bounds = boundsOf(zoneAreasOf(ACCRA), [site('far', 'Far', 7, 1)])
    expect(bounds?.slice(2)).toEqual([1, 7])
    expect(boundsOf(zoneAreasOf([]), [])).toBeNull()
  })
})

it('draws ways from zones to sites that there are', () => {
  const ways = [
    { zone: 'Ayawaso West', siteId: 'WS001', active: true },
    { zone: 'Ayawaso West', siteId: 'gone', active: true },
  ]
  expect(routeFeaturesOf(ways, ACCRA, SITES).features).toEqual([
    {
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [-0.19, 5.64],
          [-0.267, 5.6037],
        ],
      },
      properties: { active: true },
    },
  ])
})

describe('a truck on its way', () => {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ]
  it.each([
    [0, 20],
    [0.5, 50],
    [1, 80],
  ])('at the share %d keeps off both ends', (share, x) =>
    expect(interpolatePoint(from, to, share, 20)).toEqual({ x, y: 0 }),
  )

  it('has a lane of its own', () => expect(interpolatePoint(from, to, 0.5, 0, 14)).toEqual({ x: 50, y: 14 }))

  it('stands in the middle of a way that is too short', () => {
    expect(interpolatePoint(from, { x: 10, y: 0 }, 0.2, 20).x).toBe(5)
    expect(interpolatePoint(from, from, 0.5)).toEqual(from)
  })
})

const apartFrom = (box: ScreenBox, others: readonly ScreenBox[]) => {
  for (const other of others) expect(overlapAreaOf(box, other)).toBe(0)
}
const markOf = ({ kind, at }: { kind: keyof typeof MAP_MARK_RADIUS_PX; at: { x: number; y: number } }): ScreenBox => {
  const radius = MAP_MARK_RADIUS_PX[kind]
  return { left: at.x - radius, top: at.y - radius, width: 2 * radius, height: 2 * radius }
}

describe('what is written', () => {
  const lastKnown = [{ truckId: 'T003', kind: 'site' as const, placeId: 'WS002', at: '2026-01-05T12:05:00.000Z' }]
  const city = { zones: ACCRA, sites: SITES, journeys: [journey('T001'), journey('T002')], lastKnown }

  it('is each thing in a sentence, with what is estimated called so', () => {
    const says = mapItemLabelsOf(city, scenery(zoneAreasOf(ACCRA), 540, 400)).map((item) => item.says)
    expect(says).toEqual([
      'T001, delivery from Ablekuma North: about 50\u00a0% of the way (estimated), due 14:00',
      'T002, delivery from Ablekuma North: about 50\u00a0% of the way (estimated), due 14:00',
      'North Dumping Site, 754 of 1,000\u00a0t at this dumping site',
      'South Dumping Site, 754 of 1,000\u00a0t at this dumping site',
      'Ayawaso West, 66 of 82 reported, collection recommended',
      'Ablekuma North, 102 of 145 reported',
      'T003, last known here 12:05 (estimated)',
    ])
  })

  it.each([
    ['the board', 540, 400, city.journeys],
    ['the routes’ page', 386, 390, city.journeys],
    ['a phone', 324, 370, city.journeys],
    ['the small map', 337, 200, [journey('T001')]],
  ])('lies on %s on no mark, no control and no other words', (_, width, height, journeys) => {
    const view = scenery(zoneAreasOf(ACCRA), width, height)
    const items = mapItemLabelsOf({ ...city, journeys }, view)
    const labels = items.map(({ label }) => label)
    expect(items.filter(({ kind }) => kind !== 'parked').every(({ label }) => label !== null)).toBe(true)
    labels.forEach((label, n) => {
      if (!label) return
      const others = labels.slice(n + 1).filter((other) => other !== null)
      apartFrom(label, [...others, ...view.kept, ...items.map(markOf)])
      expect(label.left).toBeGreaterThanOrEqual(0)
      expect(label.left + label.width).toBeLessThanOrEqual(width)
    })
  })

  it('leaves out what has no place', () => {
    const lost = {
      ...city,
      journeys: [journey('T001', { siteId: 'gone' })],
      lastKnown: [{ ...lastKnown[0]!, placeId: 'gone' }],
    }
    const kinds = mapItemLabelsOf(lost, scenery(zoneAreasOf(ACCRA), 540, 400)).map(({ kind }) => kind)
    expect(kinds).toEqual(['site', 'site', 'zone', 'zone'])
  })

  it('counts trucks that stand at one place where they are many', () => {
    const many = ['T3', 'T4', 'T5'].map((truckId) => ({ ...lastKnown[0]!, truckId }))
    const parked = mapItemLabelsOf({ ...city, lastKnown: many }, scenery(zoneAreasOf(ACCRA), 900, 600)).at(-1)
    expect(parked?.lines).toEqual(['3 trucks · 12:05'])
    expect(parked?.says).toBe(
      'T3, last known here 12:05; T4, last known here 12:05; T5, last known here 12:05 (estimated)',
    )
  })
})

describe('of 60 zones', () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    zone(`Zone ${n}`, 5.5 + 0.01 * (n % 10), -0.3 + 0.01 * Math.floor(n / 10), {
      currentReports: n,
      thresholdReached: n === 7,
    }),
  )
  const city = { zones: many, sites: SITES, journeys: [], lastKnown: [] }

  it('those are named that there is room for, the ready ones first', () => {
    const items = mapItemLabelsOf(city, scenery(zoneAreasOf(many), 540, 400))
    const written = items.filter(({ kind, label }) => kind === 'zone' && label)
    expect(written[0]?.id).toBe('Zone 7')
    expect(written.length).toBeGreaterThan(8)
    expect(written.length).toBeLessThan(60)
    const labels = written.map(({ label }) => label!)
    for (const [n, label] of labels.entries()) apartFrom(label, labels.slice(n + 1))
  })

  it('one that is pointed at is named, whatever it lies on', () => {
    const named = (id: string | undefined) =>
      mapItemLabelsOf(city, scenery(zoneAreasOf(many), 540, 400, { zone: id })).find((item) => item.id === 'Zone 0')
        ?.label
    expect(named(undefined)).toBeNull()
    expect(named('Zone 0')).not.toBeNull()
  })

  it('no two optional words ever lie on each other, wherever they are', () => {
    const places = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 })), {
      minLength: 21,
      maxLength: 40,
    })
    fc.assert(
      fc.property(places, (all) => {
        const zones = all.map(([up, right], n) => zone(`Z${n}`, 5 + up / 1000, right / 1000))
        const labels = mapItemLabelsOf({ ...city, zones, sites: [] }, scenery(zoneAreasOf(zones), 400, 300)).flatMap(
          ({ label }) => label ?? [],
        )
        for (const [n, label] of labels.entries()) apartFrom(label, labels.slice(n + 1))
      }),
      { numRuns: 30 },
    )
  })
})

describe('the land that ships with the app', () => {
  const at = (lat: number, lng: number) => isWithin([lng, lat], land.sea)

  it.each([
    ['Accra', 5.6, -0.2],
    ['Takoradi', 4.93, -1.77],
    ['Tamale', 9.4, -0.84],
  ])('has %s on land', (_, lat, lng) => expect(at(lat, lng)).toBe(false))

  it.each([
    ['off Accra', 5.3, -0.1],
    ['off Cape Three Points', 4.5, -2.1],
    ['at its southern edge', 3.1, 0],
  ])('has the sea %s', (_, lat, lng) => expect(at(lat, lng)).toBe(true))
})

describe('the roads that ship with the app', () => {
  const places = [...roads.main, ...roads.other].flat() as [number, number][]

  it('are those of Accra, on land but for the coarse coast', () => {
    for (const [lng, lat] of places) expect(Math.hypot(lng + 0.2, lat - 5.65)).toBeLessThan(0.8)
    expect(places.filter((place) => isWithin(place, land.sea)).length / places.length).toBeLessThan(0.03)
  })

  it('lead into both of the first zones', () => {
    for (const { lat, lng } of ACCRA.map(({ centre }) => centre as Coordinates))
      expect(places.some(([x, y]) => Math.hypot(x - lng, y - lat) < 0.01)).toBe(true)
  })

  it('name their makers on the map, as their licence asks', () => {
    const { sources } = createLandStyle({} as never)
    expect(JSON.stringify(sources['main-roads'])).toContain('© OpenStreetMap contributors')
  })
})

/** Tests that trucks have the same action in table and map. */
it('shows a truck that is under way', () =>
  expect(renderToStaticMarkup(<TruckName id="T001" show={() => undefined} />)).toMatch(
    /^<button type="button" [^>]*aria-label="T001\. View details"[^>]*>T001<\/button>$/,
  ))
it('names it where there is nothing to show of it', () =>
  expect(renderToStaticMarkup(<TruckName id="T001" show={undefined} />)).toBe('T001'))
