/** Tests the recommendation in each state of the city. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Site, Vehicle } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import type { PlannerZone } from '#domain/planner/due.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { type PlannableSchedule, type RecommendationInput, recommendCollections } from './recommendation.ts'

const NOW = new Date('2026-03-04T12:00:00.000Z')
const [NORTH, WEST] = INITIAL_ZONE_NAMES

const truck = (id: string, type: Vehicle['type'], kmpl: number, more: Partial<Vehicle> = {}): Vehicle => ({
  id,
  type,
  make: 'Ford',
  model: id,
  year: 2022,
  registration_number: id,
  fuel_efficiency_kmpl: kmpl,
  tank_capacity_liters: 100,
  current_fuel_level: 60,
  fuel_percentage: 60,
  estimated_range_km: 60 * kmpl,
  needs_refuel: false,
  status: 'available',
  driver_name: `Driver ${id}`,
  ...more,
})
const fleet = [
  truck('T001', 'compressed_truck', 8.5),
  truck('T002', 'rear_loader', 9.2),
  truck('T003', 'side_loader', 12.5),
]
const site = (id: string, name: string, currentCapacity = 500): Site => ({
  id,
  name,
  location: 'Accra',
  currentCapacity,
  maxCapacity: 1000,
  lastUpdated: NOW.toISOString(),
  coordinates: { lat: 5.6, lng: -0.2 },
  composition: {},
})
const sites = [site('WS001', 'North Dumping Site'), site('WS002', 'South Dumping Site')]
const zone = (id: Zone, openReports: number, totalCustomers: number, more: Partial<PlannerZone> = {}): PlannerZone => ({
  id,
  openReports,
  cycle: 4,
  totalCustomers,
  thresholds: DEFAULT_CONFIGURATION.thresholds,
  ...more,
})
const standing = (zoneId: Zone, vehicleId: string, more: Partial<PlannableSchedule> = {}): PlannableSchedule => ({
  id: `SCH-${vehicleId}`,
  zone: zoneId,
  status: 'scheduled',
  open: true,
  cycle: 4,
  scheduledStart: '2026-03-04T12:10:00.000Z',
  estimatedCompletion: '2026-03-04T15:10:00.000Z',
  vehicle: { id: vehicleId, make: 'Ford', model: vehicleId, type: 'side_loader', registrationNumber: vehicleId },
  siteId: 'WS001',
  reportsCount: 116,
  estimatedDistance: 12.5,
  estimatedFuelConsumption: 1,
  ...more,
})

interface State extends Partial<RecommendationInput> {
  north?: number
  west?: number
}
function cityOf({ north = 0, west = 0, ...more }: State): RecommendationInput {
  const zones = [zone(NORTH, north, 145), zone(WEST, west, 82)]
  const { zone_distances: distances, fuel_prices } = DEFAULT_CONFIGURATION
  return { zones, fleet, sites, schedules: [], distances, fuelPrice: fuel_prices.diesel, symbol: 'GH₵', ...more }
}
const of = (state: State, most?: number) => recommendCollections(cityOf(state), NOW, { most })
const ways = (zone: Zone, state: State) => recommendCollections(cityOf(state), NOW, { zone })
const MONITORING = 'Monitoring: Waiting for more reports to reach threshold'
const NONE = 'No collection needed at this time'
const NO_TRUCK = 'No truck is free for zones that reached threshold'
const RECOMMENDED = (n: number) => `Recommended: ${n} trucks for zones that reached threshold`
const SCHEDULED = (n: number) => `Scheduled: ${n} trucks for zones that reached threshold`
const AUTO = (n: number) => `✅ AUTO-SCHEDULED: ${n} trucks dispatched to zones that reached threshold`

describe('what is said', () => {
  it('of an empty city', () =>
    expect(of({})).toEqual({
      availableVehicles: 3,
      reason: 'Current reports - Ablekuma North: 0/116, Ayawaso West: 0/66',
      recommendation: NONE,
      explanation:
        'No zone has enough reports for a collection yet. Ablekuma North needs 116 more reports. Ayawaso West needs 66 more reports.',
      reportCounts: { North: 0, South: 0 },
      allocation: { North: 0, South: 0 },
      thresholds: { North: 116, South: 66 },
      schedules: [],
      saves: { km: 0, litres: 0, cedi: 0 },
    }))

  it('while reports come in', () =>
    expect(of({ north: 115, west: 1 })).toMatchObject({
      reason: 'Current reports - Ablekuma North: 115/116, Ayawaso West: 1/66',
      recommendation: MONITORING,
      schedules: [],
    }))

  it('of a zone that is due: the recommendation, not the past', () =>
    expect(of({ north: 116, west: 65 })).toMatchObject({
      reason: 'Threshold reached - Ablekuma North: 116/116, Ayawaso West: 65/66',
      recommendation: RECOMMENDED(2),
      allocation: { North: 2, South: 0 },
      reportCounts: { North: 116, South: 65 },
    }))

  it('of an automatic schedule', () => {
    const schedules = ['T001', 'T003'].map((id) => standing(NORTH, id, { automatic: true }))
    const said = of({ north: 116, schedules })
    expect(said.recommendation).toBe(AUTO(2))
    expect(said.allocation).toEqual({ North: 2, South: 0 })
    expect(said.schedules.map(({ vehicleId, status }) => [vehicleId, status])).toEqual([
      ['T001', 'scheduled'],
      ['T003', 'scheduled'],
    ])
    expect(said.explanation).toBe('Trucks are scheduled for Ablekuma North. No other zone needs a collection.')
    const early = of({ north: 100, schedules: [standing(NORTH, 'T001')] })
    expect(early.explanation).toBe(said.explanation)
  })

  it('of a zone that is due beside one that is scheduled', () => {
    const schedules = [standing(NORTH, 'T001', { automatic: true })]
    const said = of({ north: 116, west: 66, schedules, fleet: fleet.slice(1, 2) })
    expect(said.recommendation).toBe(RECOMMENDED(1))
    expect(said.schedules.map((schedule) => [schedule.zone, schedule.status])).toEqual([
      [NORTH, 'scheduled'],
      [WEST, 'recommended'],
    ])
  })

  it('of a zone that trucks were sent to before it is due: nothing is to be waited for', () =>
    expect(of({ north: 80, schedules: [standing(NORTH, 'T001')] })).toMatchObject({
      recommendation: NONE,
      reason: 'Current reports - Ablekuma North: 80/116, Ayawaso West: 0/66',
    }))

  it('of an earlier or ended schedule nothing: the zone is due again', () => {
    for (const more of [{ cycle: 3 }, { open: false }])
      expect(of({ north: 116, schedules: [standing(NORTH, 'T001', more)] }).recommendation).toBe(RECOMMENDED(2))
  })

  it('by the configured figures', () => {
    const zones = [zone(NORTH, 30, 60, { thresholds: { recommendPercent: 50, smallZone: 10 } }), zone(WEST, 9, 10)]
    expect(recommendCollections({ ...cityOf({}), zones }, NOW).reason).toBe(
      'Threshold reached - Ablekuma North: 30/30, Ayawaso West: 9/10',
    )
  })
})

describe('the headline in every state of a zone, beside one that is quiet, has some reports, or is due and scheduled', () => {
  type Sent = 'no truck' | 'a plan' | 'by a person' | 'by itself' | 'on its way'
  const SENT: readonly Sent[] = ['no truck', 'a plan', 'by a person', 'by itself', 'on its way']
  const BESIDE = { quiet: 0, some: 12, due: 66 }
  const cases = (['below', 'recommended', 'ready'] as const).flatMap((level) =>
    SENT.flatMap((sent) =>
      (Object.keys(BESIDE) as (keyof typeof BESIDE)[]).map((beside) => [level, sent, beside] as const),
    ),
  )

  it.each(cases)('%s, %s, beside %s', (level, sent, beside) => {
    const north = { below: 115, recommended: 116, ready: 145 }[level]
    const standsAs = {
      'by a person': {},
      'by itself': { automatic: true },
      'on its way': { status: 'in-progress' },
    } as const
    const schedules = beside === 'due' ? [standing(WEST, 'T009')] : []
    if (sent in standsAs) schedules.push(standing(NORTH, 'T001', standsAs[sent as keyof typeof standsAs]))
    const said = of({ north, west: BESIDE[beside], schedules, fleet: sent === 'no truck' ? [] : fleet })

    const others = beside === 'due' ? 1 : 0
    const due = { 'no truck': NO_TRUCK, 'a plan': RECOMMENDED(2), 'by itself': AUTO(1) }
    const waits = beside === 'some' || !(sent in standsAs)
    const below = others > 0 ? SCHEDULED(1) : waits ? MONITORING : NONE
    const expected = sent in due ? due[sent as keyof typeof due] : SCHEDULED(1 + others)
    expect(said.recommendation).toBe(level === 'below' ? below : expected)

    const reached = level !== 'below' || beside === 'due'
    const start = reached ? 'Threshold reached' : 'Current reports'
    expect(said.reason).toBe(`${start} - Ablekuma North: ${north}/116, Ayawaso West: ${BESIDE[beside]}/66`)
    expect(reached && [MONITORING, NONE].includes(said.recommendation)).toBe(false)
  })
})

describe('the plan', () => {
  it('names each truck with its way, its fuel and its time', () => {
    const [first, second] = of({ north: 116 }).schedules
    expect(first).toEqual({
      zone: NORTH,
      vehicleId: 'T001',
      siteId: 'WS001',
      vehicleInfo: 'Ford T001 (T001)',
      driverName: 'Driver T001',
      driverContact: undefined,
      fuelLevel: 60,
      estimatedDistance: 25,
      estimatedFuel: 2.941,
      dumpTrips: 1,
      scheduledStart: '2026-03-04T12:15:00.000Z',
      estimatedCompletion: '2026-03-04T15:15:00.000Z',
      reportsCount: 104,
      of: 116,
      status: 'recommended',
    })
    expect(second).toMatchObject({
      vehicleId: 'T003',
      reportsCount: 12,
      estimatedCompletion: '2026-03-04T15:15:00.000Z',
    })
  })

  it('is shown as accepted, and an older schedule without one as logged', () => {
    const plan = { reports: 60, trips: 2, km: 50, litres: 5.886 }
    const [first, second] = of({
      north: 116,
      schedules: [standing(NORTH, 'T001', { plan }), standing(NORTH, 'T003')],
    }).schedules
    expect(first).toMatchObject({ reportsCount: 60, dumpTrips: 2, estimatedDistance: 50, estimatedFuel: 5.886 })
    expect(second).toMatchObject({ reportsCount: 116, dumpTrips: 1, estimatedDistance: 12.5, estimatedFuel: 1 })
  })

  it('says why, and what it saves against the most economical trucks in turn', () => {
    const { saves, explanation } = of({ north: 116, west: 66 })
    expect(saves).toEqual({ km: 7.2, litres: 0.72, cedi: 7.18 })
    expect(explanation).toBe(
      'T001 collects 104 reports in Ablekuma North and unloads at North Dumping Site. ' +
        'T003 collects 12 reports in Ablekuma North and unloads at North Dumping Site. ' +
        'T002 collects 66 reports in Ayawaso West and unloads at South Dumping Site in 2 trips. ' +
        'The plan uses 8.8\u00a0L over 85.6\u00a0km. ' +
        'It saves 0.72\u00a0L, 7.2\u00a0km and GH₵\u00a07.18 compared with using the most economical trucks first.',
    )
  })

  it('costs what the configured price says', () => {
    expect(of({ north: 116, west: 66, fuelPrice: 20 }).saves.cedi).toBe(14.36)
  })

  it('uses no more trucks than requested', () => {
    expect(of({ north: 116, west: 66 }, 1).schedules).toHaveLength(1)
    const none = of({ north: 116, west: 66 }, 0)
    expect(none).toMatchObject({ schedules: [], availableVehicles: 3, allocation: { North: 0, South: 0 } })
    expect(none.explanation).toBe('Ablekuma North and Ayawaso West must wait: no truck is free.')
  })

  it('says what must wait when there are too few trucks', () => {
    const { explanation, schedules } = of({ north: 116, fleet: fleet.slice(2) })
    // With four trips, the truck has 160 minutes left for bins, enough for 106 bins.
    // By weight, three trips can carry only 90 bins.
    // Five trips leave time for only 53 bins.
    expect(schedules).toMatchObject([{ vehicleId: 'T003', reportsCount: 106, dumpTrips: 4 }])
    expect(explanation).toMatch(/\. 10 reports must wait for another truck\.$/)
  })

  it('sends no truck that is away, thirsty or archived', () => {
    const away = [
      truck('T1', 'side_loader', 9, { status: 'in-transit' }),
      truck('T2', 'side_loader', 9, { needs_refuel: true }),
      truck('T3', 'side_loader', 9, { archived: true }),
    ]
    expect(of({ north: 116, fleet: away })).toMatchObject({
      availableVehicles: 0,
      recommendation: NO_TRUCK,
      explanation: 'No free truck has enough fuel and capacity to collect Ablekuma North in one shift.',
    })
  })

  it('goes to the next site when the nearest is full', () => {
    const full = [site('WS001', 'North', 1000), sites[1] as Site]
    expect(of({ north: 116, sites: full }).schedules.every(({ siteId }) => siteId === 'WS002')).toBe(true)
  })
})

describe('the ways of one zone', () => {
  it('say what they load, take and cost, by the very figures that the plan is shown with', () => {
    const { choices = [], schedules } = ways(NORTH, { north: 116, west: 66 })
    const [recommended] = choices
    const own = schedules.filter((schedule) => schedule.zone === NORTH)
    expect(recommended).toMatchObject({ kind: 'recommended', siteId: 'WS001', of: 116, reports: 116, load: 27.84 })
    expect(recommended).toMatchObject({ capacity: 25 + 8, trips: 2, km: 50, litres: 4.941, cost: 49.41 })
    expect(recommended?.scheduledStart).toBe(own[0]?.scheduledStart)
    expect(recommended?.trucks).toEqual(
      own.map(
        ({ vehicleId, reportsCount: reports, dumpTrips: trips, estimatedDistance: km, estimatedFuel: litres }) => ({
          vehicleId,
          reports,
          trips,
          km,
          litres,
        }),
      ),
    )
    expect(choices.map(({ kind, reports }) => [kind, reports])).toEqual([
      ['recommended', 116],
      ['fewer-trucks', 116],
      ['other-site', 116],
    ])
  })

  it('have figures that are the sums of their trucks', () => {
    for (const zone of INITIAL_ZONE_NAMES)
      for (const choice of ways(zone, { north: 118, west: 70 }).choices ?? [])
        for (const figure of ['reports', 'trips', 'km', 'litres'] as const)
          expect(choice.trucks.reduce((sum, truck) => sum + truck[figure], 0)).toBeCloseTo(choice[figure], 3)
  })

  it('save against the naive plan for the same zone, which may take more here for the good of the whole', () => {
    const state = { north: 116, west: 66 }
    const [north, west] = INITIAL_ZONE_NAMES.map((zone) => ways(zone, state).zoneSaves?.km ?? Number.NaN)
    expect((north ?? 0) + (west ?? 0)).toBeCloseTo(of(state).saves.km, 1)
  })

  it('are not computed before a request, nor for a zone without a recommendation', () => {
    expect(of({ north: 116 }).choices).toBeUndefined()
    expect(ways(WEST, { north: 116 })).toMatchObject({ choices: [] })
    expect(ways(WEST, { north: 116 }).zoneSaves).toBeUndefined()
  })

  it('say no time of what waits', () => {
    const waits = ways(WEST, { west: 66 }).choices?.find(({ kind }) => kind === 'wait')
    expect(waits).toMatchObject({ of: 82 })
    expect(waits?.scheduledStart).toBeUndefined()
  })
})
