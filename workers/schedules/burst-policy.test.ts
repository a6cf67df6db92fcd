/**
 * Tests that a burst of reports by new accounts is recorded and notified once per cycle.
 * The burst stops automatic dispatch until a dispatcher clears it.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import type { Policy } from '../runner/policy.ts'
import { createAutomaticDispatchPolicy } from './automatic-dispatch-policy.ts'
import { createBurstPolicy } from './burst-policy.ts'

const START = Date.parse('2026-03-01T08:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NORTH: Zone = 'Ablekuma North'
const WEST: Zone = 'Ayawaso West'
const iso = (at: number) => new Date(at).toISOString()

const signedUp = (userId: string, at = START, more: object = { unconfirmed: true }): Event =>
  ({
    type: 'AccountRegistered',
    data: { userId, role: 'resident', sealed: 's', registeredAt: iso(at), ...more },
  }) as Event
const reported = (userId: string, at = START, zone: Zone = NORTH, reportId = `${userId}.1`): Event => ({
  type: 'BinReportedFull',
  data: {
    reportId,
    userId,
    zone,
    sealed: 's',
    reportedAt: iso(at),
    told: { reportedCount: 1, total: 1, threshold: 1 },
  },
})
const collected = (...reportIds: string[]): Event =>
  ({ type: 'TruckDispatched', data: { loads: [{ zone: NORTH, reportIds }] } }) as unknown as Event
const flagged = (cycle: number, reports = 12): Event => ({
  type: 'BurstFlagged',
  data: { zone: NORTH, cycle, reports, flaggedAt: iso(START) },
})
const cleared = (cycle: number): Event => ({
  type: 'BurstCleared',
  data: { zone: NORTH, cycle, clearedBy: 'd1', clearedAt: iso(START) },
})
const noticed = (cycle: number) =>
  ({ type: 'NotificationSent', data: { notificationId: `burst-ablekuma-north-${cycle}` } }) as Event

const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `u${from + n}`)
const fakes = (count: number, at = START, from = 0) =>
  many(count, from).flatMap((id) => [signedUp(id, at), reported(id, at + MINUTE)])

function after(policy: Policy, events: readonly Event[]) {
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const idsAfter = (...events: Event[]) => after(createBurstPolicy(), events).map(({ id }) => id)

describe('a burst', () => {
  it('is twelve reports of new accounts in one zone within an hour', () => {
    expect(idsAfter(...fakes(11))).toEqual([])
    expect(after(createBurstPolicy(), fakes(12))).toEqual([
      {
        id: 'flag-burst-ablekuma-north-1',
        job: 'send-command',
        data: { type: 'FlagBurst', zone: NORTH, cycle: 1, reports: 12 },
      },
    ])
  })

  it('forgets what came while the clock was ahead', () => {
    const ahead = fakes(1, START + 365 * DAY, 100)
    const now = [...fakes(10), ...fakes(1, START, 20)]
    const old = many(40).map((id) => reported(id, START + 2 * DAY, NORTH, `${id}.2`))
    expect(idsAfter(...ahead, ...now)).toEqual([])
    expect(idsAfter(signedUp('u99', START + 365 * DAY), ...many(40).map((id) => signedUp(id)), ...old)).toEqual([])
  })

  it('is none of accounts that are older, or that an admin made', () => {
    const old = many(40).flatMap((id) => [signedUp(id), reported(id, START + DAY)])
    const made = many(40).flatMap((id) => [signedUp(id, START, {}), reported(id)])
    expect([idsAfter(...old), idsAfter(...made)]).toEqual([[], []])
  })

  it('counts accounts: few that report again and again within the hour, as trucks come, are none', () => {
    const ids = many(4)
    const rounds = Array.from({ length: 5 }, (_, round) => [
      ...ids.map((id) => reported(id, START + round * MINUTE, NORTH, `${id}.${round + 1}`)),
      collected(...ids.map((id) => `${id}.${round + 1}`)),
    ])
    expect(idsAfter(...ids.map((id) => signedUp(id)), ...rounds.flat())).toEqual([])
  })

  it('is none over hours, nor over two zones', () => {
    const slow = many(40).flatMap((id, n) => [
      signedUp(id, START + n * 6 * MINUTE),
      reported(id, START + n * 6 * MINUTE),
    ])
    const apart = many(22).flatMap((id, n) => [signedUp(id), reported(id, START, n % 2 ? NORTH : WEST)])
    expect([idsAfter(...slow), idsAfter(...apart)]).toEqual([[], []])
  })

  it('is fewer where few customers make a zone due', () => {
    const small: Event = {
      type: 'ZoneConfigured',
      data: { zone: NORTH, totalCustomers: 10, changedBy: 'd1', changedAt: '' },
    }
    expect(idsAfter(small, ...fakes(4))).toEqual([])
    expect(idsAfter(small, ...fakes(5))).toHaveLength(1)
  })

  it('is flagged and notified once a cycle', () => {
    const first = [...fakes(12), flagged(1)]
    expect(idsAfter(...first)).toEqual(['notify-burst-ablekuma-north-1'])
    expect(idsAfter(...first, noticed(1))).toEqual([])
    expect(idsAfter(...first, noticed(1), ...fakes(30, START, 100))).toEqual([])
    const all = many(12).map((id) => `${id}.1`)
    expect(idsAfter(...first, noticed(1), collected(...all), ...fakes(12, START, 200))).toEqual([
      'flag-burst-ablekuma-north-2',
    ])
  })
})

describe('automatic dispatch', () => {
  const on: Event = {
    type: 'ConfigurationChanged',
    data: {
      version: 1,
      configuration: { ...DEFAULT_CONFIGURATION, dumping_sites: [], automaticDispatch: true },
      changes: [],
      changedBy: 'd1',
      changedAt: '',
    },
  }
  const due = (events: Event[]) => after(createAutomaticDispatchPolicy(), [on, ...events]).map(({ id }) => id)

  it('waits from the very report that makes both the burst and the threshold', () => {
    const neighbours = many(104, 500).map((id) => reported(id))
    expect(due([...neighbours, ...fakes(11)])).toEqual([])
    expect(due([...neighbours, ...fakes(12)])).toEqual([])
    expect(due([...neighbours, ...many(12, 700).map((id) => reported(id))])).toEqual(['dispatch-ablekuma-north-1'])
  })

  it('goes on when a dispatcher lets them pass, for the rest of the cycle', () => {
    const flood = fakes(116)
    expect(due([...flood, cleared(1)])).toEqual(['dispatch-ablekuma-north-1-1'])
    expect(due([...flood, cleared(1), ...fakes(30, START, 900)])).toEqual(['dispatch-ablekuma-north-1-1'])
  })

  it('leaves out unconfirmed accounts where they do not count', () => {
    const unconfirmed = many(116).map((id) => {
      const { type, data } = reported(id) as Event & { type: 'BinReportedFull' }
      return { type, data: { ...data, unconfirmed: true } } as Event
    })
    const mail: Event = { type: 'MailServerSet', data: { isSet: true, setAt: '' } }
    const confirmed = many(116).map(
      (userId): Event => ({
        type: 'ReportConfirmed',
        data: { reportId: `${userId}.1`, userId, zone: NORTH, confirmedAt: '' },
      }),
    )
    expect(due(unconfirmed)).toHaveLength(1)
    expect(due([mail, ...unconfirmed])).toEqual([])
    expect(due([mail, ...unconfirmed, ...confirmed])).toHaveLength(1)
  })
})
