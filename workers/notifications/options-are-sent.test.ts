/** Tests that some policy sends each notification that users can switch off. */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DIGEST_SCHEDULES } from '#contract/notifications/digests.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_OPTIONS, wantsNotification } from '#contract/notifications/notifications.ts'
import { ROLES } from '#domain/city.ts'
import { createPolicies } from '../app.ts'
import type { OutstandingJob } from '../runner/policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const NOW = new Date('2026-03-01T09:00:00.000Z')
const zone = 'Ablekuma North'
const about = { scheduleId: 'S1', vehicleId: 'T1', zone }
const until = { scheduledStart: at, estimatedCompletion: at }
/** Events of one day that together cause every kind of notification. */
const day = [
  ['AccountRegistered', { userId: 'd1', role: 'dispatcher' }],
  ['AccountRegistered', { userId: 'c1', role: 'recycler' }],
  ['SiteOpened', { siteId: 'WS001', name: 'North', maxCapacity: 10 }],
  ['ZoneConfigured', { zone, totalCustomers: 2 }],
  ['BinReportedFull', { reportId: 'u1.1', userId: 'u1', zone }],
  ['BinReportedFull', { reportId: 'u2.1', userId: 'u2', zone }],
  ['CollectionScheduled', { ...about, ...until, estimatedDistance: 1, reportsCount: 2, scheduledAt: at }],
  ['CollectionStarted', { ...about, reportIds: ['u1.1', 'u2.1'], startedAt: at }],
  [
    'CollectionScheduled',
    { ...about, ...until, scheduleId: 'S2', estimatedDistance: 1, reportsCount: 2, scheduledAt: at },
  ],
  ['CollectionStarted', { ...about, scheduleId: 'S2', reportIds: ['u1.1', 'u2.1'], startedAt: at }],
  ['CollectionCancelled', { ...about, scheduleId: 'S2', reportIds: ['u1.1', 'u2.1'], cancelledAt: at }],
  ['ReportCollected', { reportId: 'u1.1', userId: 'u1', zone, collectedAt: at }],
  [
    'TruckDispatched',
    {
      dispatchId: 'C1',
      vehicleId: 'T1',
      siteId: 'WS001',
      loads: [{ deliveryId: 'D1', zone, reportIds: [], weight: 600 }],
      scheduleIds: ['S1'],
      estimatedArrival: at,
      dispatchedAt: at,
    },
  ],
  [
    'SiteCompositionUpdated',
    { siteId: 'WS001', number: 1, composition: {}, currentCapacity: 9.5, arrived: [], crossed: true, updatedAt: at },
  ],
  [
    'ForecastMade',
    {
      forecastId: 'nightly-2026-03-04',
      madeOn: '2026-03-04',
      madeAt: at,
      city: [{ date: '2026-03-05', p10: 1, p50: 2, p90: 3 }],
    },
  ],
].map(([type, data]) => ({ type, data }) as unknown as Event)

/** Returns the role and kind of a job's notification; undefined for other jobs. */
function tells({ job, data: command }: OutstandingJob): string | undefined {
  if (job === 'analyse' || job === 'forecast' || job === 'refit') return undefined
  if (job === 'digest') return `${DIGEST_SCHEDULES[command.digest].role} digest`
  switch (command.type) {
    case 'RaiseThresholdAlert':
      return 'dispatcher threshold'
    case 'NotifyResident':
    case 'TellWaiting':
      return `resident ${command.kind}`
    case 'NotifyRole':
      return `${command.audience} ${command.kind}`
    default:
      return undefined
  }
}

const promised = ROLES.flatMap((role) =>
  NOTIFICATION_OPTIONS[role].flatMap((option) =>
    NOTIFICATION_KINDS.filter((kind) => !wantsNotification(role, { notifications: { [option]: false } }, kind)).map(
      (kind) => `${role} ${kind}`,
    ),
  ),
)

it('every option switches something', () => {
  for (const role of ROLES)
    for (const option of NOTIFICATION_OPTIONS[role])
      expect(
        NOTIFICATION_KINDS.some((kind) => !wantsNotification(role, { notifications: { [option]: false } }, kind)),
      ).toBe(true)
})

it.each(promised)('%s is sent', (news) => {
  const policies = Object.values(createPolicies(() => NOW))
  const sent = new Set<string | undefined>()
  for (const event of day)
    for (const policy of policies) {
      policy.evolve(event, Date.parse(at))
      for (const job of policy.outstanding()) sent.add(tells(job))
    }
  expect([...sent]).toContain(news)
})
