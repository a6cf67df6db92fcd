/** Tests that dashboard texts never contradict each other in any state. */
import { describe, expect, it } from 'vitest'
import type { Schedule } from '#contract/views.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import {
  describeRecommendationHeadline,
  describeThresholdPrediction,
  findZoneWithMainAction,
  type RecommendedSchedule,
  sortByZoneUrgency,
  ZONE_ROW_STATES,
  type ZoneFacts,
  type ZoneRowState,
  zoneActionIdOf,
  zoneRowStateOf,
} from './zone-row-state.ts'

const NOW = Date.parse('2026-03-04T03:30:00.000Z')

const planned = (change: Partial<RecommendedSchedule> = {}): RecommendedSchedule => ({
  zone: 'Ayawaso West',
  vehicleId: 'T001',
  siteId: 'WS001',
  vehicleInfo: 'Ford F-450',
  fuelLevel: 80,
  estimatedDistance: 17.8,
  estimatedFuel: 2.09,
  dumpTrips: 1,
  scheduledStart: '2026-03-04T03:45:00.000Z',
  estimatedCompletion: '2026-03-04T06:45:00.000Z',
  reportsCount: 66,
  of: 66,
  status: 'recommended',
  ...change,
})

const schedule = (change: Partial<Schedule> = {}): Schedule => ({
  id: 'SCH-1',
  zone: 'Ayawaso West',
  status: 'scheduled',
  scheduledStart: '2026-03-04T03:45:00.000Z',
  estimatedCompletion: '2026-03-04T06:45:00.000Z',
  vehicle: { id: 'T001', make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GT-1' },
  siteId: 'WS001',
  reportsCount: 66,
  estimatedDistance: 8.9,
  estimatedFuelConsumption: 1,
  ...change,
})

const figures = (currentReports: number, customers = 82) => ({
  currentReports,
  recommendAt: recommendationThresholdOf(customers),
  requiredReports: customers,
  thresholdReached: currentReports >= customers,
})

const facts = (currentReports: number, change: Partial<ZoneFacts> = {}, customers = 82): ZoneFacts => ({
  zone: figures(currentReports, customers),
  plan: [],
  schedules: [],
  free: 2,
  capacity: () => 25,
  now: NOW,
  ...change,
})

const LEVELS = { below: 40, recommended: 66, ready: 82 } as const
const started = schedule({ status: 'in-progress', startedAt: '2026-03-04T03:00:00.000Z' })
const SITUATIONS = {
  'no truck': { free: 0 },
  'nothing known of the trucks': { free: null },
  'no plan yet': {},
  plan: { plan: [planned()] },
  scheduled: { schedules: [schedule()], free: 1 },
  late: { schedules: [schedule({ scheduledStart: '2026-03-04T03:15:00.000Z' })], free: 1 },
  'on its way': { schedules: [started], free: 1 },
  'on its way, and a second one to leave': {
    schedules: [schedule({ id: 'SCH-2', vehicle: { ...started.vehicle, id: 'T003' } }), started],
    free: 0,
  },
  overdue: {
    schedules: [
      schedule({ ...started, estimatedCompletion: '2026-03-04T03:10:00.000Z', overdueAt: '2026-03-04T03:10:00.000Z' }),
    ],
    free: 0,
  },
  'just collected': { schedules: [schedule({ status: 'completed', completedAt: '2026-03-04T03:20:00.000Z' })] },
  'collected long ago': { schedules: [schedule({ status: 'completed', completedAt: '2026-03-04T01:20:00.000Z' })] },
  cancelled: { schedules: [schedule({ status: 'cancelled', cancelledAt: '2026-03-04T03:20:00.000Z' })] },
} satisfies Record<string, Partial<ZoneFacts>>

const COMBINATIONS = Object.entries(LEVELS).flatMap(([level, reports]) =>
  Object.entries(SITUATIONS).flatMap(([situation, change]) =>
    // Also tests a plan that is outdated because its trucks have already left.
    [[], [planned()]].map((late) => ({
      level,
      situation,
      stale: late.length > 0,
      reports,
      change: { plan: late, ...change },
    })),
  ),
)

describe.each(COMBINATIONS)('$level, $situation, an older plan beside it: $stale', ({ level, reports, change }) => {
  const given = facts(reports, change)
  const line = zoneRowStateOf(given)
  const open = given.schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress')

  it('says one of: trucks under way, due, or how many more', () => {
    const says = {
      underWay: /^Collection (scheduled|in progress|overdue) · T00/.test(line.text),
      due: /^(Recommended: T|Collection recommended · |Ready for dispatch)/.test(line.text),
      more: / more until a collection is recommended$/.test(line.text),
    }
    expect(Object.values(says).filter(Boolean)).toHaveLength(1)
    expect(says).toMatchObject({ underWay: open.length > 0, more: open.length === 0 && level === 'below' })
  })

  it('speaks of READY and readiness only as the reports have it', () => {
    expect(line.ready).toBe(level === 'ready')
    if (level === 'ready') expect(line.text).not.toMatch(/more until/)
    else expect(line.text).not.toMatch(/Ready for dispatch/)
    if (level === 'below') expect(line.text).not.toMatch(/[Rr]ecommended[: ](T|·)|READY/)
  })

  it('offers what it says, and nothing that is done already', () => {
    const kind = line.action?.kind
    if (open.length > 0) expect(['start', 'complete', undefined]).toContain(kind)
    else expect(['schedule', 'choose', undefined]).toContain(kind)
    expect(kind === 'schedule').toBe(/(Recommended|Ready for dispatch): T/.test(line.text))
    expect(kind === 'start').toBe(/leaves|left/.test(line.text) && !/overdue/.test(line.text))
    if (/no truck|as soon as a truck/.test(line.text)) expect(kind).toBeUndefined()
  })

  it('can complete every truck that is under way', () => {
    const out = given.schedules.filter(({ status }) => status === 'in-progress').map(({ id }) => `complete ${id}`)
    const offered = [...(line.others ?? []), ...(line.action ? [line.action] : [])].map(zoneActionIdOf)
    expect(offered.filter((id) => id.startsWith('complete')).sort()).toEqual(out.sort())
  })

  it('stands below a headline that agrees with it', () => {
    const above = describeRecommendationHeadline([line])
    expect(above === 'No recommendations available.').toBe(
      !/^(Recommended|Collection recommended|Ready)/.test(line.text),
    )
    expect(above?.startsWith('Recommended: 1 truck ') ?? false).toBe(line.action?.kind === 'schedule')
    expect(above?.startsWith('No truck is free') ?? false).toBe(/no truck|as soon as a truck/.test(line.text))
  })

  it('has a state that is known to the order', () => expect(ZONE_ROW_STATES).toContain(line.state))
})

it.each([
  [facts(0, {}, 145), '116 more until a collection is recommended', undefined],
  [facts(92, {}, 145), '24 more until a collection is recommended', 'choose'],
  [facts(115, {}, 145), '1 more until a collection is recommended', 'choose'],
  [facts(116, {}, 145), 'Collection recommended · 29 more until READY', 'choose'],
  [facts(144, { free: 0 }, 145), 'Collection recommended · no truck is free', undefined],
  [facts(145, {}, 145), 'Ready for dispatch', 'choose'],
  [facts(150, { free: 0 }, 145), 'Ready for dispatch as soon as a truck is free', undefined],
  // In small zones, both the recommendation and READY require reports of all customers.
  // The text therefore names only READY.
  [facts(39, {}, 40), '1 more until READY', 'choose'],
  [facts(40, {}, 40), 'Ready for dispatch', 'choose'],
  [facts(0, {}, 2_000), '1,600 more until a collection is recommended', undefined],
  [
    facts(66, { plan: [planned()] }),
    'Recommended: T001 at 03:45 · 15.8 of 25\u00a0m³ · 17.8\u00a0km · 2.1\u00a0L',
    'schedule',
  ],
  [
    facts(82, { plan: [planned({ reportsCount: 120, dumpTrips: 2 }), planned({ vehicleId: 'T003' })] }),
    'Ready for dispatch: T001 and T003 at 03:45 · 44.6 of 75\u00a0m³ · 3 trips · 35.6\u00a0km · 4.2\u00a0L',
    'schedule',
  ],
  [
    facts(66, { plan: [planned()], capacity: () => undefined }),
    'Recommended: T001 at 03:45 · 15.8\u00a0m³ · 17.8\u00a0km · 2.1\u00a0L',
    'schedule',
  ],
  [facts(66, SITUATIONS.scheduled), 'Collection scheduled · T001 leaves at 03:45', 'start'],
  [facts(66, SITUATIONS.late), 'Collection scheduled · T001 should have left at 03:15', 'start'],
  [facts(66, SITUATIONS['on its way']), 'Collection in progress · T001 back by 06:45', 'complete'],
  [
    facts(66, SITUATIONS['on its way, and a second one to leave']),
    'Collection in progress · T003 leaves at 03:45 · T001 back by 06:45',
    'start',
  ],
  [facts(66, SITUATIONS.overdue), 'Collection overdue · T001 was due by 03:10', 'complete'],
  [
    facts(66, { schedules: [schedule({ id: 'SCH-2' }), ...SITUATIONS.overdue.schedules] }),
    'Collection overdue · T001 leaves at 03:45 · T001 was due by 03:10',
    'complete',
  ],
  [facts(0, SITUATIONS['collected long ago']), '66 more until a collection is recommended', undefined],
  [
    facts(0, SITUATIONS['just collected']),
    'Collection ended · T001 03:20 · 66 more until a collection is recommended',
    undefined,
  ],
] as const)('%#: %s', (given, says, kind) => {
  const { text, action } = zoneRowStateOf(given)
  expect([text, action?.kind]).toEqual([says, kind])
})

it('starts the second truck, too, once the first one has left', () => {
  const { action } = zoneRowStateOf(facts(66, SITUATIONS['on its way, and a second one to leave']))
  expect(action && zoneActionIdOf(action)).toBe('start SCH-2')
})

it('asks about the truck that is overdue before another one is started', () => {
  const schedules = [schedule({ id: 'SCH-2' }), ...SITUATIONS.overdue.schedules]
  const { action } = zoneRowStateOf(facts(66, { schedules }))
  expect(action && zoneActionIdOf(action)).toBe('complete SCH-1')
})

it('tells apart what stands in the same place one after the other', () => {
  const ids = [
    { kind: 'schedule', plan: [planned()] },
    { kind: 'schedule', plan: [planned(), planned({ vehicleId: 'T003' })] },
    { kind: 'choose' },
    { kind: 'start', schedule: schedule() },
    { kind: 'complete', schedule: schedule() },
    { kind: 'start', schedule: schedule({ id: 'SCH-2' }) },
  ] as const
  expect(new Set(ids.map(zoneActionIdOf)).size).toBe(ids.length)
})

/** Tests the order of the zones' rows and their headline. */
const zone = (id: string, state: ZoneRowState['state'], currentReports = 0, totalCustomers = 100) => ({
  id,
  line: { state, ready: currentReports >= totalCustomers, action: null },
  currentReports,
  totalCustomers,
})

it('has first what is overdue, then READY and recommended ones, then what is on its way, then the fullest', () => {
  const zones = [
    zone('a', 'waiting', 10),
    zone('b', 'waiting', 7, 10),
    zone('c', 'scheduled', 90),
    zone('d', 'no-truck', 85),
    zone('e', 'planned', 82),
    zone('f', 'due', 20, 20),
    zone('g', 'overdue', 0),
    zone('h', 'under-way', 100),
    zone('i', 'finished', 0),
    zone('j', 'waiting', 10),
  ]
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('')
  expect(ids(sortByZoneUrgency(zones))).toBe('gfdechibaj')
  expect(ids(zones)).toBe('abcdefghij')
})

it('has one next best action: of what is overdue or due, the first that can be done', () => {
  const act = { kind: 'choose' } as const
  const able = (id: string, state: ZoneRowState['state']) => ({
    ...zone(id, state),
    line: { state, ready: false, action: act },
  })
  const calm = [able('a', 'scheduled'), able('b', 'under-way'), able('c', 'finished'), able('d', 'waiting')]
  expect(
    findZoneWithMainAction([zone('e', 'no-truck'), zone('f', 'due'), able('g', 'planned'), able('h', 'due')])?.id,
  ).toBe('g')
  expect(findZoneWithMainAction([able('i', 'overdue'), able('j', 'planned')])?.id).toBe('i')
  expect(findZoneWithMainAction(calm)).toBeUndefined()
})

it('counts each recommended truck once', () => {
  const plan = (...trucks: string[]) =>
    ({
      state: 'planned',
      action: { kind: 'schedule', plan: trucks.map((vehicleId) => ({ vehicleId })) },
    }) as unknown as ZoneRowState
  expect(describeRecommendationHeadline([plan('T001', 'T002'), plan('T002')])).toBe(
    'Recommended: 2 trucks for zones that reached threshold',
  )
  expect(describeRecommendationHeadline([])).toBe('No recommendations available.')
})

/**
 * Tests texts that predict when a zone reaches its threshold.
 * Times are rounded to the hour; times on several days name the days.
 * Nothing is shown once the predicted time has passed.
 */
/** Wednesday, 4 March 2026, noon UTC. */
const FORECAST_AT = Date.parse('2026-03-04T12:00:00.000Z')
const reaches = { at: '2026-03-05T14:10:00.000Z', from: '2026-03-05T11:00:00.000Z', until: '2026-03-05T18:20:00.000Z' }

it.each([
  [{ reaches }, 'Tomorrow about 14:00, likely 11:00 to 18:00'],
  [
    { reaches: { ...reaches, from: '2026-03-04T20:40:00.000Z', until: '2026-03-07T06:00:00.000Z' } },
    'Tomorrow about 14:00, likely today 21:00 to Sat 06:00',
  ],
  [
    { reaches: { ...reaches, at: '2026-03-04T11:00:00.000Z', from: '2026-03-04T09:00:00.000Z' } },
    'Any time now, likely 09:00 to tomorrow 18:00',
  ],
  [
    { reaches, foretold: { of: 10, within: 8 } },
    'Tomorrow about 14:00, likely 11:00 to 18:00 · 8 of 10 forecasts right',
  ],
  [{ reaches: { ...reaches, until: '2026-03-04T11:59:00.000Z' } }, null],
  [{}, null],
])('%j', (zone, says) => expect(describeThresholdPrediction(zone, FORECAST_AT)).toBe(says))
