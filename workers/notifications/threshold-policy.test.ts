/** Threshold policy: one alert per zone and cycle, archived at the cycle's end; what is outstanding is a fold of the log. */
import { describe, expect, it } from 'vitest'
import type { Zone } from '#contract/city.ts'
import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import type { Event } from '#contract/events.ts'
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
const sent = (cycle: number) =>
  ({ type: 'NotificationSent', data: { notificationId: `threshold-ablekuma-north-${cycle}` } }) as Event
const archived = (cycle: number) =>
  ({ type: 'NotificationArchived', data: { notificationId: `threshold-ablekuma-north-${cycle}` } }) as Event

function outstandingAfter(...events: Event[]) {
  const policy = createThresholdPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const idsAfter = (...events: Event[]) => outstandingAfter(...events).map((one) => one.id)

const ready = [configured(2), reported('u1'), reported('u2')]
const RAISE = 'raise-threshold-ablekuma-north-1'

describe('the threshold policy', () => {
  it('keeps still below the threshold', () => expect(idsAfter(configured(2), reported('u1'))).toEqual([]))

  it('alerts at the threshold, with the figures of that moment', () =>
    expect(outstandingAfter(...ready)).toEqual([
      { id: RAISE, command: { type: 'RaiseThresholdAlert', zone: NORTH, cycle: 1, reports: 2, required: 2 } },
    ]))

  it('does not alert again with each further report, nor when it wavers', () =>
    expect(idsAfter(...ready, sent(1), reported('u3'), collected('u3'), collected('u2'), reported('u4'))).toEqual([]))

  it('alerts when fewer customers make the zone ready', () =>
    expect(idsAfter(configured(3), reported('u1'), reported('u2'), configured(2))).toEqual([RAISE]))

  it('goes by the customers of a saved configuration', () => {
    const saved = (customers: number): Event => ({
      type: 'ConfigurationChanged',
      data: {
        version: 1,
        configuration: {
          ...DEFAULT_CONFIGURATION,
          dumping_sites: [],
          zone_customers: { [NORTH]: { totalCustomers: customers }, 'Ayawaso West': { totalCustomers: 9 } },
        },
        changes: [],
        changedBy: 'd1',
        changedAt: at,
      },
    })
    expect(idsAfter(configured(2), saved(3), reported('u1'), reported('u2'))).toEqual([])
    expect(idsAfter(configured(3), reported('u1'), reported('u2'), saved(2))).toEqual([RAISE])
  })
  it('archives it at once when one truck takes all along, and counts each of its bins once', () => {
    const dispatched = {
      type: 'TruckDispatched',
      data: { loads: [{ zone: NORTH, reportIds: ['u1.1', 'u2.1'] }] },
    } as unknown as Event
    const ARCHIVE = 'archive-threshold-ablekuma-north-1'
    expect(idsAfter(...ready, sent(1), dispatched)).toEqual([ARCHIVE])
    const told = [dispatched, collected('u1'), reported('u3'), collected('u2'), reported('u4')]
    expect(idsAfter(...ready, sent(1), ...told)).toEqual([ARCHIVE, 'raise-threshold-ablekuma-north-2'])
  })

  it('does not alert an empty zone', () => expect(idsAfter(configured(1))).toEqual([]))

  it("archives the alert at the cycle's end, and alerts the next cycle anew", () => {
    const emptied = [...ready, sent(1), collected('u1'), collected('u2')]
    expect(idsAfter(...emptied)).toEqual(['archive-threshold-ablekuma-north-1'])
    expect(idsAfter(...emptied, archived(1), reported('u1'), reported('u2'))).toEqual([
      'raise-threshold-ablekuma-north-2',
    ])
  })

  it('archives only once the alert is there, however early the cycle ended', () => {
    const early = [...ready, collected('u1'), collected('u2')]
    expect(idsAfter(...early)).toEqual([RAISE])
    expect(idsAfter(...early, sent(1))).toEqual(['archive-threshold-ablekuma-north-1'])
    expect(idsAfter(...early, sent(1), archived(1))).toEqual([])
  })

  it('archives nothing that a dispatcher archived before', () =>
    expect(idsAfter(...ready, sent(1), archived(1), collected('u1'), collected('u2'))).toEqual([]))

  it('archives nothing where nothing was alerted', () =>
    expect(idsAfter(configured(2), reported('u1'), collected('u1'))).toEqual([]))

  it('keeps zones apart', () =>
    expect(
      idsAfter(configured(2), configured(2, 'Ayawaso West'), reported('u1'), reported('u2', 'Ayawaso West')),
    ).toEqual([]))

  it('derives the same from the log after a restart: asked and not done is outstanding, done is not', () => {
    expect(idsAfter(...ready)).toEqual([RAISE])
    expect(idsAfter(...ready, sent(1))).toEqual([])
  })
})
