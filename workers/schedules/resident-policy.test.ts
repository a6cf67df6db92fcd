/**
 * Tests that waiting residents are notified once about the truck and the collection.
 * Old events must not notify.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { Zone } from '#domain/city.ts'
import { createResidentNewsPolicy } from './resident-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const from = '2026-03-01T08:15:00.000Z'
const until = '2026-03-01T11:15:00.000Z'
const NORTH = 'Ablekuma North'
const ID = 'SCH-AN1-T1'
const HOUR = 60 * 60_000
const told = { reportedCount: 1, total: 2, threshold: 2 }
const reported = (userId: string, zone: Zone = NORTH): Event => ({
  type: 'BinReportedFull',
  data: { reportId: `${userId}.1`, userId, zone, sealed: 's', reportedAt: at, told },
})
const collected = (userId: string): Event => ({
  type: 'ReportCollected',
  data: { reportId: `${userId}.1`, userId, zone: NORTH, reportedAt: at, collectedBy: 'd1', collectedAt: at },
})
const about = (scheduleId = ID) => ({ scheduleId, vehicleId: 'T1', zone: NORTH }) as const
const scheduled = (scheduleId = ID): Event => ({
  type: 'CollectionScheduled',
  data: {
    ...about(scheduleId),
    cycle: 1,
    vehicle: { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' },
    siteId: 'WS001',
    reportsCount: 1,
    scheduledStart: from,
    estimatedCompletion: until,
    estimatedDistance: 12.5,
    estimatedFuel: 1,
    scheduledBy: 'd1',
    scheduledAt: at,
  },
})
const started = (scheduleId = ID, reportIds = ['u1.1']): Event => ({
  type: 'CollectionStarted',
  data: { ...about(scheduleId), reportIds, startedAt: at },
})
const cancelled = (scheduleId = ID): Event => ({
  type: 'CollectionCancelled',
  data: { ...about(scheduleId), reportIds: [], cancelledBy: 'd1', cancelledAt: at },
})
const sent = (notificationId: string) => ({ type: 'NotificationSent', data: { notificationId } }) as Event

/**
 * Returns a policy that has applied these events.
 * Its clock is `hours` later than the events.
 */
function policyAfter(hours: number, ...events: Event[]) {
  let now = Date.parse(at) + hours * HOUR
  const policy = createResidentNewsPolicy(() => new Date(now))
  for (const event of events) policy.evolve(event)
  return {
    ids: () => policy.outstanding().map((job) => job.id),
    outstanding: policy.outstanding,
    wait: (more: number) => {
      now += more * HOUR
    },
  }
}
const idsAfter = (...events: Event[]) => policyAfter(0, ...events).ids()

describe('the resident policy', () => {
  it('notifies the waiting residents of the zone and the truck’s time, with one job for all', () =>
    expect(policyAfter(0, reported('u1'), reported('u2'), scheduled()).outstanding()).toEqual([
      {
        id: `tell-schedule-${ID}`,
        job: 'send-command',
        data: { type: 'TellWaiting', kind: 'schedule', zone: NORTH, subject: ID, at, window: { from, until } },
        background: 1,
      },
    ]))

  it('announces at most sixty times an hour in a zone, and ranks those that wait', () => {
    const loop = Array.from({ length: 100 }, (_, n) => [scheduled(`SCH-${n}`), cancelled(`SCH-${n}`)])
    const policy = policyAfter(0, reported('u1'), ...loop.flat())
    expect(policy.outstanding().map(({ background }) => background)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    )
  })

  it('ranks further notifications that one person causes, so that they do not delay other jobs', () => {
    const reports = ['u1', 'u2', 'u3'].map((userId) => reported(userId))
    const policy = policyAfter(0, ...reports, collected('u1'), collected('u2'), collected('u3'))
    expect(policy.outstanding().map(({ background }) => background)).toEqual([undefined, 2, 3])
  })

  it('asks for nothing where nobody waits', () =>
    expect(idsAfter(reported('u2', 'Ayawaso West'), scheduled(), started())).toEqual([]))

  it('notifies them when it has departed', () =>
    expect(idsAfter(reported('u1'), scheduled(), started())).toEqual([`tell-schedule-${ID}`, `tell-dispatch-${ID}`]))

  it('notifies a resident of the collected bin, and of no truck after that', () =>
    expect(idsAfter(reported('u1'), collected('u1'), scheduled(), started())).toEqual(['notify-collected-u1.1-u1']))

  it('leaves those whom a dispatch took along to its job, also when their bins are written', () => {
    const dispatched = {
      type: 'TruckDispatched',
      data: { scheduleIds: [], loads: [{ zone: NORTH, reportIds: ['u1.1'] }] },
    } as unknown as Event
    expect(idsAfter(reported('u1'), dispatched, collected('u1'), scheduled())).toEqual([])
  })

  it('notifies of two scheduled trucks once, and of each departure the residents it serves', () => {
    const second = 'SCH-AN1-T2'
    const both = [reported('u1'), scheduled(), scheduled(second)]
    expect(idsAfter(...both, started(second, []))).toEqual([`tell-schedule-${ID}`])
    expect(idsAfter(...both, started(second, []), started())).toEqual([`tell-schedule-${ID}`, `tell-dispatch-${ID}`])
  })

  it('notifies of the next one after a cancelled one', () =>
    expect(idsAfter(reported('u1'), scheduled(), cancelled(), scheduled('SCH-AN1.2-T1'))).toContain(
      'tell-schedule-SCH-AN1.2-T1',
    ))

  it('notifies the residents whom a departed truck did not reach, however its collection ended', () => {
    const both = [reported('u1'), reported('u2'), scheduled(), started()]
    const completed = (reportIds: string[]): Event => ({
      type: 'CollectionCompleted',
      data: { ...about(), reportIds, completedAt: at },
    })
    const away = {
      type: 'TruckDispatched',
      data: { scheduleIds: [ID], loads: [], leftIds: ['u1.1'], dispatchedAt: at },
    } as unknown as Event
    const missed = (events: Event[]) =>
      policyAfter(1, ...events)
        .outstanding()
        .filter(({ id }) => id.startsWith('tell-missed'))
    expect(missed([...both, completed(['u1.1'])])).toMatchObject([
      {
        id: `tell-missed-${ID}`,
        job: 'send-command',
        data: { type: 'TellWaiting', kind: 'missed', zone: NORTH, subject: ID, at },
      },
    ])
    expect(
      missed([...both, { ...cancelled(), data: { ...cancelled().data, reportIds: ['u1.1'] } } as Event]),
    ).toHaveLength(1)
    expect(missed([...both, away])).toHaveLength(1)
    expect(missed([...both, collected('u1'), completed(['u1.1'])])).toEqual([])
    expect(missed([...both, completed([])])).toEqual([])
  })

  it('asks for nothing that was sent', () => {
    expect(idsAfter(reported('u1'), collected('u1'), sent('collected-u1.1-u1'))).toEqual([])
    const [first, second] = [sent(`schedule-${ID}-u1`), sent(`schedule-${ID}-u2`)]
    expect(idsAfter(reported('u1'), reported('u2'), scheduled(), first)).toEqual([`tell-schedule-${ID}`])
    expect(idsAfter(reported('u1'), reported('u2'), scheduled(), first, second)).toEqual([])
  })

  it('requests nothing for an old log', () =>
    expect(policyAfter(24.1, reported('u1'), scheduled(), started(), collected('u1')).ids()).toEqual([]))

  it('forgets after a day what nobody wanted to know', () => {
    const policy = policyAfter(23, reported('u1'), collected('u1'))
    expect(policy.ids()).toEqual(['notify-collected-u1.1-u1'])
    policy.wait(2)
    expect(policy.ids()).toEqual([])
    policy.wait(-2)
    expect(policy.ids()).toEqual([])
  })
})

describe('a bin that the crew left', () => {
  const served = (given: object): Event => ({
    type: 'StopServed',
    data: {
      ...{ stopId: 'u1.1', userId: 'u1', zone: NORTH, scheduleId: ID, vehicleId: 'T1', outcome: 'exception' },
      ...{ exception: 'not-out', servedBy: 'v1', servedAt: at, recordedAt: at, ...given },
    },
  })
  const ended: Event = {
    type: 'CollectionCompleted',
    data: { ...about(), reportIds: ['u1.1', 'u2.1'], completedAt: at },
  }
  const underWay = [reported('u1'), reported('u2'), scheduled(), started(ID, ['u1.1', 'u2.1'])]

  it('is explained to its resident once, who is not told that the truck did not come', () => {
    const policy = policyAfter(1, ...underWay, served({}), ended)
    expect(policy.ids()).toContain(`notify-left-u1.1-${ID}-not-out-u1`)
    const missed = policy.outstanding().find(({ id }) => id === `tell-missed-${ID}`)
    expect(missed).toBeDefined()
    const others = policyAfter(1, ...underWay.slice(0, 1), scheduled(), started(), served({}), ended)
    expect(others.ids()).not.toContain(`tell-missed-${ID}`)
  })

  it('of a later round is explained again', () => {
    const policy = policyAfter(1, ...underWay, served({}), served({ scheduleId: 'S2' }))
    expect(policy.ids()).toEqual(
      expect.arrayContaining([`notify-left-u1.1-${ID}-not-out-u1`, 'notify-left-u1.1-S2-not-out-u1']),
    )
  })

  it('is explained once for each reason, however often the driver says it', () => {
    const left = (...given: Event[]) =>
      policyAfter(1, ...underWay, ...given)
        .ids()
        .filter((id) => id.includes('left-'))
    const [byNotOut, byAccess] = ['not-out', 'no-access'].map((reason) => `left-u1.1-${ID}-${reason}-u1`)
    expect(left(served({}), served({}), served({}))).toEqual([`notify-${byNotOut}`])
    // Residents get only the driver's last reason for leaving the bin.
    // They get no reason twice.
    expect(left(served({}), served({ exception: 'no-access' }))).toEqual([`notify-${byAccess}`])
    const policy = policyAfter(1, ...underWay, served({}), sent(`${byNotOut}`), served({ exception: 'no-access' }))
    expect(policy.ids()).toContain(`notify-${byAccess}`)
    expect(policy.ids()).not.toContain(`notify-${byNotOut}`)
    expect(left(served({}), served({ outcome: 'collected', exception: undefined }))).toEqual([])
  })

  it('is no news when it was collected, or days ago', () => {
    const collected = served({ outcome: 'collected', exception: undefined })
    expect(
      policyAfter(1, ...underWay, collected)
        .ids()
        .join(),
    ).not.toContain('left-')
    expect(
      policyAfter(30, ...underWay, served({}))
        .ids()
        .join(),
    ).not.toContain('left-')
  })
})
