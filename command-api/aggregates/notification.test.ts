/** Tests that a zone gets one alert per collection cycle, and that marking as read is idempotent. */
import { describe, it } from 'vitest'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { archiveNotification } from '../notifications/archive-notification.ts'
import { raiseThresholdAlert } from '../notifications/raise-threshold-alert.ts'
import { markNotificationRead } from '../notifications/read-notification.ts'
import { restoreNotification } from '../notifications/restore-notification.ts'
import { notificationAggregate } from './notification.ts'

const at = NOW.toISOString()
const notificationId = 'threshold-ablekuma-north-3'
const figures = { zone: 'Ablekuma North', cycle: 3, reports: 145, required: 145 } as const
const sent = createEvent('NotificationSent', {
  notificationId,
  audience: 'dispatcher',
  kind: 'threshold',
  zone: 'Ablekuma North',
  text: { kind: 'threshold-reached', values: { zone: 'Ablekuma North', reports: 145, required: 145 } },
  metadata: figures,
  sentAt: at,
})
const read = createEvent('NotificationRead', { notificationId, readBy: 'd1', readAt: at })
const archived = createEvent('NotificationArchived', { notificationId, archivedBy: 'd1', archivedAt: at })

describe('RaiseThresholdAlert', () => {
  const raise = { type: 'RaiseThresholdAlert', level: 'ready', ...figures } as const
  it('says that all customers of a zone have reported', () =>
    givenEvents(notificationAggregate, []).when(raiseThresholdAlert, raise).then([sent]))
  it('recommends a collection', () => {
    const reached = { zone: 'Ablekuma North', cycle: 3, reports: 116, required: 116 } as const
    givenEvents(notificationAggregate, [])
      .when(raiseThresholdAlert, { type: 'RaiseThresholdAlert', level: 'recommended', ...reached })
      .then([
        createEvent('NotificationSent', {
          ...sent.data,
          notificationId: 'recommended-ablekuma-north-3',
          text: { kind: 'collection-recommended', values: { zone: 'Ablekuma North', reports: 116, required: 116 } },
          metadata: reached,
        }),
      ])
  })
  it('says it once', () => givenEvents(notificationAggregate, [sent]).when(raiseThresholdAlert, raise).then([]))
})

describe.each([
  ['ReadNotification', markNotificationRead, read],
  ['ArchiveNotification', archiveNotification, archived],
] as const)('%s', (_name, decide, done) => {
  it('does it', () => givenEvents(notificationAggregate, [sent]).when(decide, { by: 'd1' }).then([done]))
  it('twice changes nothing', () =>
    givenEvents(notificationAggregate, [sent, done]).when(decide, { by: 'd2' }).then([]))
  it('needs a notification', () =>
    givenEvents(notificationAggregate, []).when(decide, { by: 'd1' }).then({ rejected: 'not-found' }))
})

describe('RestoreNotification', () => {
  const restored = createEvent('NotificationRestored', { notificationId, restoredBy: 'd1', restoredAt: at })
  const restore = (...events: (typeof sent | typeof archived | typeof restored)[]) =>
    givenEvents(notificationAggregate, events).when(restoreNotification, { by: 'd1' })
  it('restores it from the archive', () => restore(sent, archived).then([restored]))
  it('twice changes nothing', () => restore(sent, archived, restored).then([]))
  it('lets it be archived again', () =>
    givenEvents(notificationAggregate, [sent, archived, restored])
      .when(archiveNotification, { by: 'd1' })
      .then([archived]))
  it('needs a notification', () => restore().then({ rejected: 'not-found' }))
})
