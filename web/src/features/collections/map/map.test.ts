/** The map's geometry: true to the compass, within its frame, nothing on top of anything. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Site } from '#contract/views.ts'
import { FIRST_ZONES } from '#rules/first-zones.ts'
import { along, type Frame, keptApart, type Point, project } from './map-geometry.ts'
import { overlap } from './map-labels.ts'
import { endsOf, type Line, mapOf } from './map-places.ts'

const zones = FIRST_ZONES.map(({ name: id, centre }) => ({ id, centre }))
const frame: Frame = { width: 386, height: 340, margin: 52 }
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
/** As forms take them: to the millionth of a degree, which is about 10 cm. */
const degrees = (min: number, max: number) =>
  fc.integer({ min: Math.round(min * 1e6), max: Math.round(max * 1e6) }).map((millionths) => millionths / 1e6)
const places = fc.array(
  fc.record({
    lat: degrees(5.5, 5.7),
    lng: degrees(-0.3, -0.1),
  }),
  { minLength: 1, maxLength: 6 },
)

function expectInFrame({ x, y }: Point) {
  expect(x).toBeGreaterThanOrEqual(frame.margin - 1e-6)
  expect(x).toBeLessThanOrEqual(frame.width - frame.margin + 1e-6)
  expect(y).toBeGreaterThanOrEqual(frame.margin - 1e-6)
  expect(y).toBeLessThanOrEqual(frame.height - frame.margin + 1e-6)
}

describe('the projection', () => {
  it('has north up and east on the right', () => {
    const [west, northEast] = project(
      [
        { lat: 5.6, lng: -0.27 },
        { lat: 5.64, lng: -0.19 },
      ],
      frame,
    )
    expect(northEast!.x).toBeGreaterThan(west!.x)
    expect(northEast!.y).toBeLessThan(west!.y)
  })

  it('fits whatever there is', () => {
    fc.assert(fc.property(places, (all) => project(all, frame).forEach(expectInFrame)))
  })

  it('puts a single place in the middle', () => {
    expect(project([{ lat: 5.6, lng: -0.2 }], frame)).toEqual([{ x: 193, y: 170 }])
    expect(project([], frame)).toEqual([])
  })
})

describe('places that lie close together', () => {
  it('are drawn apart, those on the very same spot too, and stay in the frame', () => {
    fc.assert(
      fc.property(places, (all) => {
        const twice = project([...all.slice(0, 2), ...all.slice(0, 2)], frame)
        const moved = keptApart(twice, 60, frame)
        moved.forEach(expectInFrame)
        for (const a of moved) for (const b of moved) if (a !== b) expect(distance(a, b)).toBeGreaterThan(55)
      }),
    )
  })

  it('stay where they are when there is room', () => {
    const apart = [
      { x: 60, y: 60 },
      { x: 300, y: 280 },
    ]
    expect(keptApart(apart, 100, frame)).toEqual(apart)
  })
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
  ])('at the share %d keeps off both ends', (share, x) => expect(along(from, to, share, 20)).toEqual({ x, y: 0 }))

  it('has a lane of its own', () => {
    expect(along(from, to, 0.5, 0, 14)).toEqual({ x: 50, y: 14 })
  })

  it('stands in the middle of a way that is too short', () => {
    expect(along(from, { x: 10, y: 0 }, 0.2, 20).x).toBe(5)
    expect(along(from, from, 0.5)).toEqual(from)
  })
})

const site = (id: string, name: string, lat: number, lng: number) =>
  ({ id, name, coordinates: { lat, lng } }) as unknown as Site

describe('the seeded city', () => {
  const sites = [
    site('WS001', 'North Dumping Site', 5.6037, -0.267),
    site('WS002', 'South Dumping Site', 5.6216, -0.1905),
  ]
  const ways = (['Ablekuma North', 'Ayawaso West'] as const).flatMap((zone) =>
    sites.map(({ id: siteId }): Line => ({ zone, siteId, active: true })),
  )

  it.each([
    ['a desktop', 386],
    ['a phone', 324],
    ['a tablet', 700],
  ])('is readable on %s: names lie on no mark and no other name', (_, width) => {
    for (const lines of [[], ways.slice(0, 1), ways.slice(1, 3)]) {
      const map = mapOf(zones, sites, lines, { ...frame, width })
      const boxes = map.places.map(({ label }) => label)
      const marks = map.places.map(({ at, radius }) => ({
        left: at.x - radius,
        top: at.y - radius,
        width: 2 * radius,
        height: 2 * radius,
      }))
      boxes.forEach((box, n) => {
        for (const other of [...boxes.slice(n + 1), ...marks]) expect(overlap(box, other)).toBe(0)
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.left + box.width).toBeLessThanOrEqual(width)
      })
    }
  })

  it('leads from a zone to a site, and nowhere where one is missing', () => {
    const map = mapOf(zones, sites, [], frame)
    expect(endsOf(map, { zone: 'Ayawaso West', siteId: 'WS001' })).toMatchObject({
      from: { kind: 'zone', name: 'Ayawaso West' },
      to: { kind: 'site', name: 'North Dumping Site' },
    })
    expect(endsOf(map, { zone: 'Ayawaso West', siteId: 'gone' })).toBeNull()
  })
})

it('names of many zones those alone that a truck comes from', () => {
  const many = Array.from({ length: 60 }, (_, n) => ({
    id: `Zone ${n}`,
    centre: { lat: 5.5 + 0.01 * (n % 10), lng: -0.3 + 0.01 * Math.floor(n / 10) },
  }))
  const line = { zone: 'Zone 7', siteId: 'S', active: true }
  const site = { id: 'S', name: 'South', coordinates: { lat: 5.6, lng: -0.2 } } as Site
  const { places } = mapOf(many, [site], [line], { ...frame, width: 900 })
  expect(places).toHaveLength(61)
  expect(places.flatMap(({ name }) => name || [])).toEqual(['Zone 7', 'South'])
})
