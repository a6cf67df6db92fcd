/** Tests that NotifyRole notifies a role once, and not about news older than a day. */
import { describe, it } from 'vitest'
import { notification } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { notifyRole } from './notify-role.ts'

const command = {
  notificationId: 'composition-WS001-1',
  audience: 'recycler',
  kind: 'composition',
  text: { kind: 'composition-updated', values: { site: 'North Dumping Site' } },
  metadata: { siteId: 'WS001' },
} as const
const sent = createEvent('NotificationSent', { ...command, sentAt: NOW.toISOString() })
const old = '2026-02-28T07:59:59.000Z'

describe('NotifyRole', () => {
  it('notifies the role', () =>
    givenEvents(notification, [])
      .when(notifyRole, { ...command, at: NOW.toISOString() })
      .then([sent]))
  it('once', () =>
    givenEvents(notification, [sent])
      .when(notifyRole, { ...command, at: NOW.toISOString() })
      .then([]))
  it('no old news', () =>
    givenEvents(notification, [])
      .when(notifyRole, { ...command, at: old })
      .then([]))
})
