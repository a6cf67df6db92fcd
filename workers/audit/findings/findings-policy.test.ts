/** Tests that each rule raises a finding exactly from its threshold on. */

import { describe, expect, it } from 'vitest'
import { DEFAULT_FINDING_THRESHOLDS, type FindingThresholds, RaiseFindingCommand } from '#contract/audit/findings.ts'
import type { Event } from '#contract/events.ts'
import { toPosition } from '#platform/event-store/event-store.ts'
import { createFindingsPolicy } from './findings-policy.ts'

const MINUTE = 60_000
/** Noon in Accra, in epoch ms. */
const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const NORTH = 'Ablekuma North'

interface Happening {
  event: Event
  at: number
  simulated?: true
}

/**
 * Returns the findings that the policy requests.
 * Positions of events are their indexes in the list.
 */
function found(happenings: readonly Happening[]) {
  const policy = createFindingsPolicy()
  happenings.forEach(({ event, at, simulated }, index) => {
    const meta = { commandId: 'c', fingerprint: 'f', actor: 'a', ...(simulated && { simulated }) }
    policy.evolve({ ...event, position: toPosition(index), meta }, at)
  })
  return policy.outstanding().map(({ data }) => RaiseFindingCommand.parse(data))
}

const event = (type: Event['type'], data: object, at = NOON): Happening => ({ event: { type, data } as Event, at })
const reported = (reportId: string, at = NOON) => event('BinReportedFull', { reportId, userId: 'u1', zone: NORTH }, at)
function marked(reportId: string, at = NOON, more: object = {}) {
  const [reportedAt, collectedAt] = [at - 60 * MINUTE, at].map((ms) => new Date(ms).toISOString())
  return event('ReportCollected', { reportId, zone: NORTH, reportedAt, collectedAt, collectedBy: 'd1', ...more }, at)
}
const marks = (count: number, from = NOON, more: object = {}) =>
  Array.from({ length: count }, (_, n) => marked(`r${n}`, from + n * MINUTE, more))
const started = (at: number) => event('CollectionStarted', { scheduleId: 's1', zone: NORTH, reportIds: [] }, at)
const completed = (at: number) => event('CollectionCompleted', { scheduleId: 's1', zone: NORTH, reportIds: [] }, at)
const truck = event('VehicleRegistered', { vehicleId: 'T1', type: 'rear_loader', tankCapacity: 80 })
const load = event('DeliveryCreated', { deliveryId: 'l1', vehicleId: 'T1' })
const weighed = (weight: number, before?: number) =>
  event('DeliveryWeighed', { deliveryId: 'l1', siteId: 'WS001', ticket: '7', weight, before, weighedBy: 'c1' })
const typed = (number: number, more: object = {}) =>
  event('SiteCompositionUpdated', { siteId: 'WS001', source: 'typed', updatedBy: 'c1', number, ...more })
const refuelled = (litres: number, fuelLevel: number) =>
  event('VehicleRefuelled', { vehicleId: 'T1', litres, fuelLevel, refuelledBy: 'd1' })
const set = (version: number, from: unknown, to: unknown, at = NOON, changedBy = 'd1') =>
  event('ConfigurationChanged', { version, configuration: {}, changes: [{ path: 'p', from, to }], changedBy }, at)
const thresholds = (more: Partial<FindingThresholds>) =>
  event('FindingThresholdsSet', { thresholds: { ...DEFAULT_FINDING_THRESHOLDS, ...more } })

const rulesOf = (...happenings: Happening[]) => found(happenings).map(({ rule }) => rule)

describe('a report collected at once', () => {
  const mark = (seconds: number, more: object = {}) =>
    marked('r1', NOON + seconds * 1_000, { reportedAt: new Date(NOON).toISOString(), ...more })
  it('is found, with the report', () =>
    expect(found([reported('r1'), mark(20)])).toMatchObject([
      {
        rule: 'collected-at-once',
        about: { userId: 'd1', zone: NORTH, reportId: 'r1' },
        evidence: [0, 1],
        figures: { seconds: 20, least: 60 },
      },
    ]))
  it.each([
    ['a minute later', mark(60)],
    ['with a truck that leaves', mark(20, { dispatchId: 'COL-1' })],
    ['by the installation', mark(20, { collectedBy: 'system' })],
  ])('is none %s', (_, mark) => expect(rulesOf(reported('r1'), mark)).toEqual([]))
  it('is what the thresholds say', () =>
    expect(rulesOf(thresholds({ collectedAtOnceSeconds: 120 }), reported('r1'), mark(90))).toEqual([
      'collected-at-once',
    ]))
})

describe('reports collected without a truck', () => {
  const rule = 'collected-without-truck'
  it('are found once a day, with all of them', () => {
    const [finding, ...more] = found([...marks(7)])
    expect(finding).toMatchObject({ rule, evidence: [0, 1, 2, 3, 4], figures: { reports: 5 } })
    expect(more).toEqual([])
  })
  it('are none while they are few', () => expect(rulesOf(...marks(4))).toEqual([]))
  it('are none of two people together, or of two days', () => {
    expect(rulesOf(...marks(3), ...marks(3, NOON, { collectedBy: 'd2' }))).toEqual([])
    expect(rulesOf(...marks(3), ...marks(3, NOON + 24 * 60 * MINUTE))).toEqual([])
  })
  it('are none while a truck is there, nor for hours after it', () => {
    expect(rulesOf(started(NOON - 600 * MINUTE), ...marks(6))).toEqual([])
    const been = [started(NOON - 1_000 * MINUTE), completed(NOON - 700 * MINUTE)]
    expect(rulesOf(...been, ...marks(6))).toEqual([])
    expect(rulesOf(...been, ...marks(6, NOON + 60 * MINUTE))).toEqual([rule])
  })
  it('are none after a truck has left with a load of that zone', () => {
    const dispatched = (zone: string) => event('TruckDispatched', { vehicleId: 'T1', loads: [{ zone }] }, NOON - MINUTE)
    expect(rulesOf(dispatched(NORTH), ...marks(6))).toEqual([])
    expect(rulesOf(dispatched('Ayawaso West'), ...marks(6))).toEqual([rule])
  })
})

describe('reports collected in the night', () => {
  const night = (hour: number) => Date.parse('2026-03-02T00:00:00.000Z') + hour * 60 * MINUTE
  const inNight = (from: number) =>
    rulesOf(started(from - MINUTE), ...marks(5, from)).filter((rule) => rule === 'collected-out-of-hours')
  it.each([21, 23, 24, 27])('are found from %i o’clock', (hour) => expect(inNight(night(hour))).toHaveLength(1))
  it('are one night on both sides of midnight', () => expect(inNight(night(24) - 2 * MINUTE)).toHaveLength(1))
  it.each([20, 28])('are none from %i o’clock', (hour) => expect(inNight(night(hour))).toEqual([]))
})

describe('a weight', () => {
  it.each([
    ['three times the estimate', weighed(1_800, 600)],
    ['a third of it', weighed(200, 600)],
    ['more than its truck holds', weighed(7_300, 7_000)],
  ])('is found: %s', (_, weighed) => expect(rulesOf(truck, load, weighed)).toEqual(['weight-far-from-estimate']))
  it.each([
    ['near it', weighed(1_700, 600)],
    ['without one', weighed(1_800)],
    ['of nothing', weighed(0, 0)],
  ])('is no finding: %s', (_, weighed) => expect(rulesOf(truck, load, weighed)).toEqual([]))
})

describe('a composition', () => {
  const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => typed(n + 1, more))
  it('typed ten times in a row is found, and after ten more again', () => {
    expect(rulesOf(...many(9))).toEqual([])
    expect(rulesOf(...many(19))).toEqual(['composition-typed'])
    expect(rulesOf(...many(20))).toHaveLength(2)
  })
  it.each([
    ['a photo', typed(5, { source: 'yolo', image: 'hash' })],
    ['another person', typed(5, { updatedBy: 'c2' })],
  ])('is none where %s comes between', (_, between) => expect(rulesOf(...many(6), between, ...many(8))).toEqual([]))
})

it.each([
  [86, 80, 1],
  [40, 86, 1],
  [85, 80, 0],
])('fuel of %i litres up to %i in a tank of 80 is found %i times', (litres, level, times) =>
  expect(rulesOf(truck, refuelled(litres, level))).toHaveLength(times),
)

describe('a setting', () => {
  it('changed and changed back is found, with both', () =>
    expect(found([set(1, 10, 50), set(2, 50, 10, NOON + 60 * MINUTE)])).toMatchObject([
      { rule: 'configuration-back-and-forth', about: { setting: 'p' }, evidence: [0, 1] },
    ]))
  it('is forgotten when others changed after it, more than are remembered', () => {
    const changes = Array.from({ length: 20_000 }, (_, n) => ({ path: `p${n}`, from: 1, to: 2 }))
    const [first, back] = [set(1, 10, 50), set(3, 50, 10)]
    const save = (changed: object[]) =>
      event('ConfigurationChanged', { version: 2, configuration: {}, changes: changed, changedBy: 'd1' })
    expect(rulesOf(first, save(changes), back)).toEqual([])
    expect(rulesOf(first, save(changes.slice(1)), back)).toEqual(['configuration-back-and-forth'])
  })
  it.each([
    ['changed on', [set(1, 10, 50), set(2, 50, 60)]],
    ['changed back the day after', [set(1, 10, 50), set(2, 50, 10, NOON + 24 * 60 * MINUTE)]],
    ['changed back by the installation', [set(1, 10, 50), set(2, 50, 10, NOON, 'system')]],
  ])('%s is none', (_, happenings) => expect(rulesOf(...happenings)).toEqual([]))
})

it.each([
  ['when its event says, where that was recorded later', NOON + 24 * 60 * MINUTE, NOON],
  ['before it was recorded, where its event also tells of a later time', NOON - 60 * MINUTE, NOON - 120 * MINUTE],
])('happened %s', (_, recorded, happened) => {
  const times = { reportedAt: new Date(happened).toISOString(), collectedAt: new Date(NOON).toISOString() }
  const late = { ...marked('r1', recorded, times), at: recorded }
  const soon = thresholds({ collectedAtOnceSeconds: 86_400 })
  expect(found([soon, late])).toMatchObject([{ happenedAt: new Date(happened).toISOString() }])
})

it('is requested until it was raised, and marked if the simulated city caused it', () => {
  const simulated = marks(5).map((mark) => ({ ...mark, simulated: true as const }))
  const [finding] = found(simulated)
  expect(finding?.simulated).toBe(true)
  expect(found([...simulated, event('FindingRaised', { findingId: finding?.findingId })])).toEqual([])
})

describe('the proof of a stop', () => {
  const served = (stopId: string, given: object = {}, at = NOON) =>
    event(
      'StopServed',
      {
        ...{ stopId, userId: 'u1', zone: NORTH, scheduleId: 's1', vehicleId: 'T1', outcome: 'collected' },
        ...{ servedBy: 'v1', servedAt: '2026-03-02T12:00:00.000Z', ...given },
      },
      at,
    )
  const later = (minutes: number) => event('CheckpointMade', {}, NOON + minutes * MINUTE)

  it('is missed after its time, once for a round', () => {
    expect(found([served('r1'), served('r2'), later(59)])).toEqual([])
    expect(found([served('r1'), served('r2', {}, NOON + MINUTE), later(60), later(200)])).toMatchObject([
      {
        rule: 'collected-without-proof',
        about: { userId: 'v1', vehicleId: 'T1', zone: NORTH },
        evidence: [0, 1],
        figures: { stops: 2, minutes: 60 },
      },
    ])
  })

  it.each([{ picture: 'p' }, { sealedFix: 'f' }])('may follow: %o', (proof) => {
    expect(found([served('r1'), served('r1', proof, NOON + MINUTE), later(200)])).toEqual([])
  })

  it('is not wanted of an exception', () => {
    expect(found([served('r1', { outcome: 'exception', exception: 'delay' }), later(200)])).toEqual([])
    const corrected = served('r1', { outcome: 'exception', exception: 'delay' }, NOON + MINUTE)
    expect(found([served('r1'), corrected, later(200)])).toEqual([])
  })

  it('is found far from the bin', () => {
    expect(found([served('r1', { sealedFix: 'f', metres: 300 })])).toEqual([])
    expect(found([served('r1', { sealedFix: 'f', metres: 301 })])).toMatchObject([
      { rule: 'proof-far-from-bin', about: { reportId: 'r1', userId: 'v1' }, figures: { metres: 301, most: 300 } },
    ])
  })
})
