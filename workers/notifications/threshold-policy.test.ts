/**
 * Tests the two alerts of a zone's collection cycle.
 * The end of the cycle archives the alerts.
 * A cycle lasts from the first open report until none is open.
 * Outstanding jobs are derived from the log.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { REPEATED_RANK } from '../runner/policy.ts'
import { createThresholdPolicy } from './threshold-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const NORTH = 'Ablekuma North'
const told = { reportedCount: 1, total: 2, threshold: 2 }
const configured = (totalCustomers: number, zone: Zone = NORTH): Event => ({
  type: 'ZoneConfigured',
  data: { zone, totalCustomers, changedBy: 'd1', changedAt: at },
})
const reported = (userId: string, zone: Zone = NORTH): Event => ({
  type: 'BinReportedFull',
  data: { reportId: `${userId}.1`, userId, zone, sealed: 's', reportedAt: at, told },
})
const collected = (userId: string): Event => ({
  type: 'ReportCollected',
  data: { reportId: `${userId}.1`, userId, zone: NORTH, reportedAt: at, collectedBy: 'd1', collectedAt: at },
})
const NAMES = { recommended: 'recommended-ablekuma-north', ready: 'threshold-ablekuma-north' }
type Level = keyof typeof NAMES
const naming = (type: string) => (level: Level, cycle: number) =>
  ({ type, data: { notificationId: `${NAMES[level]}-${cycle}` } }) as Event
const sent = naming('NotificationSent')
const archived = naming('NotificationArchived')
const RAISE = (level: Level, cycle: number) => `raise-${NAMES[level]}-${cycle}`
const ARCHIVE = (level: Level, cycle: number) => `archive-${NAMES[level]}-${cycle}`
const saved = (customers: number, thresholds = { recommendPercent: 50, smallZone: 1 }): Event => ({
  type: 'ConfigurationChanged',
  data: {
    version: 1,
    configuration: {
      ...DEFAULT_CONFIGURATION,
      dumping_sites: [],
      thresholds,
      zone_customers: { [NORTH]: { totalCustomers: customers }, 'Ayawaso West': { totalCustomers: 9 } },
    },
    changes: [],
    changedBy: 'd1',
    changedAt: at,
  },
})

function outstandingAfter(...events: Event[]) {
  const policy = createThresholdPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const idsAfter = (...events: Event[]) => outstandingAfter(...events).map((job) => job.id)

/** With four customers, two reports make a collection recommended, and four reports make the zone ready. */
const recommended = [saved(4), reported('u1'), reported('u2')]
const ready = [...recommended, reported('u3'), reported('u4')]
const bothSent = [sent('recommended', 1), sent('ready', 1)]
const emptied = ['u1', 'u2', 'u3', 'u4'].map(collected)
const planned = (plannedBy: string) =>
  ({ type: 'CollectionPlanned', data: { zone: NORTH, cycle: 1, vehicleIds: ['T1'], plannedBy } }) as unknown as Event
const scheduled = { type: 'CollectionScheduled', data: { zone: NORTH, scheduleId: 'S1', vehicleId: 'T1' } } as Event
const started = { type: 'CollectionStarted', data: { zone: NORTH, scheduleId: 'S1', vehicleId: 'T1' } } as Event
const truckTakes = (...ids: string[]) =>
  ({
    type: 'TruckDispatched',
    data: { loads: [{ zone: NORTH, reportIds: ids.map((id) => `${id}.1`) }] },
  }) as unknown as Event

describe('the threshold policy', () => {
  it('keeps still below both', () => expect(idsAfter(saved(4), reported('u1'))).toEqual([]))

  it('alerts at the recommendation, and at all customers, with the figures of each moment', () => {
    const about = { type: 'RaiseThresholdAlert', zone: NORTH, cycle: 1 }
    const first = {
      id: RAISE('recommended', 1),
      job: 'send-command',
      data: { ...about, level: 'recommended', reports: 2, required: 2 },
    }
    expect(outstandingAfter(...recommended)).toEqual([first])
    expect(outstandingAfter(...ready)).toEqual([
      first,
      { id: RAISE('ready', 1), job: 'send-command', data: { ...about, level: 'ready', reports: 4, required: 4 } },
    ])
  })

  it('recommends at 80 % of the customers where nothing was configured, and at all of a small zone', () => {
    const some = (count: number) => Array.from({ length: count }, (_, n) => reported(`u${n}`))
    expect(idsAfter(configured(145), ...some(115))).toEqual([])
    expect(idsAfter(configured(145), ...some(116))).toEqual([RAISE('recommended', 1)])
    expect(idsAfter(configured(145), ...some(144))).toEqual([RAISE('recommended', 1)])
    expect(idsAfter(configured(145), ...some(145))).toEqual([RAISE('recommended', 1), RAISE('ready', 1)])
    expect(idsAfter(configured(40), ...some(39))).toEqual([])
    expect(idsAfter(configured(40), ...some(40))).toEqual([RAISE('recommended', 1), RAISE('ready', 1)])
  })

  it('alerts each once: not with each further report, nor when the zone wavers', () => {
    const wavers = [collected('u4'), collected('u3'), collected('u2'), reported('u5'), reported('u6'), reported('u7')]
    expect(idsAfter(...ready, ...bothSent, reported('u8'), ...wavers)).toEqual([])
  })

  it('alerts when fewer customers, or another share of them, are what makes it reach', () => {
    expect(idsAfter(saved(5), reported('u1'), reported('u2'), saved(3))).toEqual([RAISE('recommended', 1)])
    expect(idsAfter(configured(5), reported('u1'), reported('u2'), configured(2))).toHaveLength(2)
    const half = { recommendPercent: 50, smallZone: 0 }
    const all = { recommendPercent: 100, smallZone: 0 }
    expect(idsAfter(saved(4, all), reported('u1'), reported('u2'), saved(4, half))).toEqual([RAISE('recommended', 1)])
  })

  it.each<[string, Event[]]>([
    ['no truck', []],
    ['scheduled by a person', [planned('d1'), scheduled]],
    ['scheduled by itself', [planned('system'), scheduled]],
    ['on its way', [planned('d1'), scheduled, started]],
  ])('says the same whatever trucks there are: %s', (_, trucks) => {
    const below = [saved(4), reported('u1')]
    expect(idsAfter(...below, ...trucks)).toEqual([])
    expect(idsAfter(...below, ...trucks, reported('u2'))).toEqual([RAISE('recommended', 1)])
    expect(idsAfter(...recommended, ...trucks, reported('u3'), reported('u4'))).toHaveLength(2)
    expect(idsAfter(...ready, ...bothSent, ...trucks)).toEqual([])
  })

  it('archives both at once when one truck takes all along, and counts each of its bins once', () => {
    const took = truckTakes('u1', 'u2', 'u3', 'u4')
    const both = [ARCHIVE('recommended', 1), ARCHIVE('ready', 1)]
    expect(idsAfter(...ready, ...bothSent, took)).toEqual(both)
    const told = [took, collected('u1'), reported('u5'), collected('u2'), reported('u6')]
    expect(idsAfter(...ready, ...bothSent, ...told)).toEqual([...both, RAISE('recommended', 2)])
  })

  it('does not alert an empty zone', () => expect(idsAfter(configured(1))).toEqual([]))

  it("archives alerts at the cycle's end, and alerts again in the next cycle", () => {
    const done = [...recommended, sent('recommended', 1), collected('u1'), collected('u2')]
    expect(idsAfter(...done)).toEqual([ARCHIVE('recommended', 1)])
    expect(idsAfter(...done, archived('recommended', 1), reported('u1'), reported('u2'))).toEqual([
      RAISE('recommended', 2),
    ])
  })

  it('lets alerts wait if the last cycle had one just before, as when a bin is collected and reopened in a loop', () => {
    const policy = createThresholdPolicy()
    const ranksAfter = (ms: number, ...events: Event[]) => {
      for (const event of events) policy.evolve(event, Date.parse(at) + ms)
      return policy.outstanding().map(({ background }) => background)
    }
    expect(ranksAfter(0, ...ready)).toEqual([undefined, undefined])
    const again = ['u1', 'u2', 'u3', 'u4'].map((userId) => reported(userId))
    expect(ranksAfter(1_000, ...emptied, ...again)).toEqual([REPEATED_RANK, REPEATED_RANK])
    expect(ranksAfter(60_000, ...emptied, ...again)).toEqual([undefined, undefined])
  })

  it('notifies nobody of an ended cycle, and archives its late alerts', () => {
    expect(idsAfter(...ready, ...emptied)).toEqual([])
    expect(idsAfter(...ready, ...emptied, sent('ready', 1))).toEqual([ARCHIVE('ready', 1)])
    expect(idsAfter(...ready, ...emptied, sent('ready', 1), archived('ready', 1))).toEqual([])
  })

  it('archives nothing that a dispatcher archived before', () =>
    expect(idsAfter(...ready, ...bothSent, archived('recommended', 1), ...emptied)).toEqual([ARCHIVE('ready', 1)]))

  it('archives nothing where nothing was alerted', () =>
    expect(idsAfter(saved(4), reported('u1'), collected('u1'))).toEqual([]))

  it('keeps zones apart', () =>
    expect(
      idsAfter(configured(2), configured(2, 'Ayawaso West'), reported('u1'), reported('u2', 'Ayawaso West')),
    ).toEqual([]))

  it('derives the same from the log after a restart: asked and not done is outstanding, done is not', () => {
    expect(idsAfter(...ready)).toEqual([RAISE('recommended', 1), RAISE('ready', 1)])
    expect(idsAfter(...ready, sent('recommended', 1))).toEqual([RAISE('ready', 1)])
    expect(idsAfter(...ready, ...bothSent)).toEqual([])
  })
})
