/** Tests the admin dashboard, profile figures and the health verdict. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events.ts'
import { readDiskSpace } from '#platform/disk.ts'
import { createProfileFigureReadHandlers } from '../analytics/profile-figures.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import {
  accountErased,
  createCall,
  NOW,
  openProjectionsFixture,
  reportCollected,
  timeZoneSetToLagos,
  zone,
} from '../queries/fixtures.ts'
import { createAdminStatsReadHandlers, createHealthProbe, type SystemHealthFacts, toSystemHealth } from './stats.ts'

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
})
afterEach(() => city.close())

const daysAgo = (n: number) => new Date(NOW.getTime() - n * 86_400_000).toISOString()
const site = (siteId: string, currentCapacity: number) =>
  ({
    type: 'SiteOpened',
    data: {
      siteId,
      name: 'North',
      location: 'Accra',
      coordinates: { lat: 5, lng: 0 },
      maxCapacity: 1000,
      currentCapacity,
      composition: {},
      openedBy: 'd1',
      openedAt: NOW.toISOString(),
    },
  }) as const

/** Returns the events of a collection due at 10:00 on 3 March. */
const completedAt = (scheduleId: string, at: string): Event[] => {
  const about = { scheduleId, vehicleId: 'T1', zone }
  const vehicle = { make: 'Ford', model: 'F', type: 'rear_loader', registrationNumber: 'T1' } as const
  return [
    {
      type: 'CollectionScheduled',
      data: {
        ...about,
        cycle: 1,
        siteId: 'WS001',
        reportsCount: 1,
        vehicle,
        scheduledStart: '2026-03-03T07:00:00.000Z',
        estimatedCompletion: '2026-03-03T10:00:00.000Z',
        estimatedDistance: 1,
        estimatedFuel: 1,
        scheduledBy: 'd1',
        scheduledAt: '2026-03-03T06:45:00.000Z',
      },
    },
    { type: 'CollectionCompleted', data: { ...about, reportIds: [], completedAt: at } },
  ]
}

describe("the admin's dashboard", () => {
  it('counts users who are there, reports by status, and how full each site is', async () => {
    await city.happened(
      await city.registered('u1'),
      await city.registered('u2'),
      await city.registered('d1', { role: 'dispatcher' }),
      accountErased('u2'),
      await city.reported('u1.1', 'u1'),
      await city.reported('u2.1', 'u2'),
      reportCollected('u1.1', 'u1'),
      site('WS001', 755),
    )
    const { adminStats } = createAdminStatsReadHandlers(city.reading)
    expect(await adminStats?.(createCall<'adminStats'>('a1', 'admin'), presentSnapshotOf(city.reading))).toMatchObject({
      totalUsers: 2,
      userStats: { resident: 1, dispatcher: 1, recycler: 0 },
      totalReports: 2,
      reportStats: { new: 1, collected: 1 },
      totalWasteSites: 1,
      wasteStats: [{ id: 'WS001', utilizationPercent: 75.5 }],
      systemHealth: { status: 'Healthy', lag: 0, quarantined: 0 },
    })
  })

  it('counts reports open for longer than three days, to the millisecond', async () => {
    const late = NOW.getTime() - 3 * 86_400_000
    const at = (ms: number) => ({ reportedAt: new Date(ms).toISOString() })
    await city.happened(
      await city.reported('u1.1', 'u1', at(late)),
      await city.reported('u2.1', 'u2', at(late - 1)),
      await city.reported('u3.1', 'u3', at(late - 1)),
      reportCollected('u3.1', 'u3'),
    )
    const { adminStats } = createAdminStatsReadHandlers(city.reading)
    expect(await adminStats?.(createCall<'adminStats'>('a1', 'admin'), presentSnapshotOf(city.reading))).toMatchObject({
      openLate: 1,
    })
  })

  it('counts reports and completions of twelve weeks from Monday on', async () => {
    await city.happened(
      await city.reported('u1.1', 'u1', { reportedAt: '2026-03-02T00:00:00.000Z' }),
      await city.reported('u2.1', 'u2', { reportedAt: '2026-03-01T23:59:59.999Z' }),
      await city.reported('u3.1', 'u3', { reportedAt: '2025-12-14T23:59:59.999Z' }),
      ...completedAt('SCH-1', '2026-03-03T10:00:00.000Z'),
      ...completedAt('SCH-2', '2026-03-03T10:00:00.001Z'),
    )
    const { adminStats } = createAdminStatsReadHandlers(city.reading)
    const weeks = async () => {
      const answer = await adminStats?.(createCall<'adminStats'>('a1', 'admin'), presentSnapshotOf(city.reading))
      return answer && 'weeks' in answer ? answer.weeks : []
    }
    expect(await weeks()).toHaveLength(12)
    expect((await weeks())[0]).toEqual({ week: '2025-12-15', reports: 0, completed: 0, onTime: 0, overdue: 0 })
    expect((await weeks()).slice(-2)).toEqual([
      { week: '2026-02-23', reports: 1, completed: 0, onTime: 0, overdue: 0 },
      { week: '2026-03-02', reports: 1, completed: 2, onTime: 1, overdue: 0 },
    ])
    await city.happened(timeZoneSetToLagos)
    expect((await weeks()).at(-1)).toEqual({ week: '2026-03-02', reports: 2, completed: 2, onTime: 1, overdue: 0 })
    // An overdue collection counts in the week of its deadline.
    await city.happened(...completedAt('SCH-3', '').slice(0, 1))
    expect((await weeks()).at(-1)).toEqual({ week: '2026-03-02', reports: 2, completed: 2, onTime: 1, overdue: 1 })
    // It is Sunday night in UTC, but already Monday in Lagos.
    const sundayNight = { ...presentSnapshotOf(city.reading), now: new Date('2026-03-08T23:30:00.000Z') }
    const answer = await adminStats?.(createCall<'adminStats'>('a1', 'admin'), sundayNight)
    expect(answer && 'weeks' in answer && answer.weeks.at(-1)?.week).toBe('2026-03-09')
  })
})

describe('the verdict', () => {
  const fine: SystemHealthFacts = {
    status: 'ok',
    lag: { reports: 500 },
    quarantined: 0,
    queue: { waiting: 9, failed: 0 },
    disk: { free: 10, total: 100 },
  }
  it('is Healthy at the thresholds, and where nothing is known', () => {
    expect(toSystemHealth(fine)).toMatchObject({
      status: 'Healthy',
      reasons: [],
      lag: 500,
      queue: { waiting: 9, failed: 0 },
    })
    expect(toSystemHealth({ lag: {}, quarantined: 0 })).toMatchObject({ status: 'Healthy', reasons: [] })
  })
  it.each<[string, string, Partial<SystemHealthFacts>]>([
    ['Degraded', 'The view reports is 501 events behind the log.', { lag: { reports: 501, zones: 3 } }],
    ['Degraded', 'The view zones is 10,000 events behind the log.', { lag: { zones: 10_000 } }],
    ['Critical', 'The view zones is 10,001 events behind the log.', { lag: { zones: 10_001 } }],
    ['Degraded', 'The disk of the data folder has 9.9 % free.', { disk: { free: 99_999, total: 1_000_000 } }],
    ['Degraded', 'The disk of the data folder has 2.0 % free.', { disk: { free: 2, total: 100 } }],
    ['Critical', 'The disk of the data folder has 1.9 % free.', { disk: { free: 19, total: 1000 } }],
    ['Degraded', '1 job failed.', { queue: { waiting: 0, failed: 1 } }],
    ['Degraded', 'The job queue did not answer within a second.', { queue: 'silent' }],
    ['Degraded', '2 events are quarantined by views.', { quarantined: 2 }],
    ['Critical', 'The server is stopping.', { status: 'stopping' }],
    ['Degraded', 'A job is stuck.', { troubles: [{ reason: 'A job is stuck.' }] }],
    ['Critical', 'The disk is full.', { troubles: [{ reason: 'The disk is full.', critical: true }] }],
  ])('is %s: %s', (status, reason, findings) => {
    expect(toSystemHealth({ ...fine, ...findings })).toMatchObject({ status, reasons: [reason] })
  })
  it('is the worst of several reasons', () => {
    expect(toSystemHealth({ ...fine, quarantined: 1, lag: { reports: 20_000 } })).toMatchObject({
      status: 'Critical',
      reasons: [expect.stringContaining('reports'), '1 event is quarantined by a view.'],
    })
  })
})

describe('looking around', () => {
  it('returns the queue, the disk and the quarantined events', async () => {
    await city.happened({ type: 'AccountErased', data: undefined } as never)
    const installation = {
      queue: async () => ({ waiting: 3, active: 0, delayed: 0, failed: 1 }),
      disk: () => readDiskSpace('.'),
    }
    const found = await createHealthProbe({ ...city.reading, installation })()
    expect(found).toMatchObject({ queue: { waiting: 3, failed: 1 }, quarantined: 1 })
    expect(found.disk?.total).toBeGreaterThan(found.disk?.free ?? 0)
    expect(await readDiskSpace('./no-such-folder')).toBeUndefined()
  })

  it('calls a queue silent that does not answer, but not while it may still be starting', async () => {
    let now = NOW
    const installation: ReadDependencies['installation'] = { queue: () => new Promise(() => {}) }
    const lookAround = createHealthProbe({ ...city.reading, installation, clock: () => now })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const first = lookAround()
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await first).queue).toBeUndefined()
      now = new Date(NOW.getTime() + 60_000)
      const second = lookAround()
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await second).queue).toBe('silent')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the figures of a profile', () => {
  const figures = (userId: string, role: 'resident' | 'dispatcher' | 'recycler') =>
    createProfileFigureReadHandlers().profileFigures?.(
      createCall<'profileFigures'>(userId, role),
      presentSnapshotOf(city.reading),
    )
  const scheduled = (scheduleId: string, scheduledStart: string) =>
    ({
      type: 'CollectionScheduled',
      data: {
        scheduleId,
        vehicleId: 'T1',
        zone,
        cycle: 1,
        vehicle: { make: 'Ford', model: 'F-450', type: 'rear_loader', registrationNumber: 'GW-1' },
        siteId: 'WS001',
        reportsCount: 3,
        scheduledStart,
        estimatedCompletion: scheduledStart,
        estimatedDistance: 12.5,
        estimatedFuel: 1.5,
        scheduledBy: 'd1',
        scheduledAt: scheduledStart,
      },
    }) as const
  const cancelled = (scheduleId: string): Event => ({
    type: 'CollectionCancelled',
    data: { scheduleId, vehicleId: 'T1', zone, reportIds: [], cancelledBy: 'd1', cancelledAt: NOW.toISOString() },
  })

  it("are a resident's own reports", async () => {
    await city.happened(
      await city.reported('u1.1', 'u1'),
      await city.reported('u1.2', 'u1'),
      await city.reported('u2.1', 'u2'),
      reportCollected('u1.1', 'u1'),
    )
    expect(await figures('u1', 'resident')).toEqual({ figures: { reportsTotal: 2, reportsCollected: 1 } })
    expect(await figures('u3', 'resident')).toEqual({ figures: { reportsTotal: 0, reportsCollected: 0 } })
    expect(await figures('u1', 'recycler')).toEqual({ figures: {} })
  })

  it("are this week's schedules for a dispatcher, Monday to Sunday, without those that were cancelled", async () => {
    await city.happened(
      scheduled('SCH-before', '2026-03-01T23:59:59.999Z'),
      scheduled('SCH-monday', '2026-03-02T00:00:00.000Z'),
      scheduled('SCH-sunday', '2026-03-08T23:59:59.999Z'),
      scheduled('SCH-cancelled', '2026-03-05T00:00:00.000Z'),
      scheduled('SCH-after', '2026-03-09T00:00:00.000Z'),
      cancelled('SCH-cancelled'),
    )
    expect(await figures('d1', 'dispatcher')).toMatchObject({ figures: { activeCollectionsThisWeek: 2 } })
    await city.happened(timeZoneSetToLagos, cancelled('SCH-sunday'))
    expect(await figures('d1', 'dispatcher')).toMatchObject({ figures: { activeCollectionsThisWeek: 2 } })
  })

  it('are what was collected of 30 days for a dispatcher; no percent of nothing', async () => {
    expect(await figures('d1', 'dispatcher')).toEqual({
      figures: { activeCollectionsThisWeek: 0, reportsProcessed30Days: 0, efficiencyPercent: undefined },
    })
    await city.happened(
      await city.reported('u1.1', 'u1', { reportedAt: daysAgo(40) }),
      await city.reported('u2.1', 'u2', { reportedAt: daysAgo(50) }),
      await city.reported('u3.1', 'u3', { reportedAt: daysAgo(3) }),
      await city.reported('u4.1', 'u4', { reportedAt: daysAgo(2) }),
      await city.reported('u5.1', 'u5', { reportedAt: daysAgo(1) }),
      reportCollected('u1.1', 'u1', daysAgo(10)),
      reportCollected('u2.1', 'u2', daysAgo(31)),
      reportCollected('u3.1', 'u3', daysAgo(1)),
      reportCollected('u4.1', 'u4', daysAgo(1)),
    )
    expect(await figures('d1', 'dispatcher')).toMatchObject({
      figures: { reportsProcessed30Days: 3, efficiencyPercent: 67 },
    })
  })
})
