/** Random events of notifications. */

import type { EventOf } from '#contract/events.ts'
import { NOTIFICATION_KINDS } from '#contract/notifications/notifications.ts'
import { createCustomText } from '#contract/notifications/texts.ts'
import { SMS_OUTCOMES } from '#contract/phone/numbers.ts'
import { type EventGenerator, ownerOf, pick, VIEW_READER_IDS } from './ingredients.ts'

let notifications = 0

function sent(n: number, m: number, sentAt: string): EventOf<'NotificationSent'> {
  const notificationId = `n${++notifications}`
  const to = pick([{}, {}, { userId: 'u1' }, { userId: 'd1' }], n)
  const audience = 'userId' in to ? 'resident' : pick(['dispatcher', 'recycler'] as const, m)
  const kind = pick(NOTIFICATION_KINDS, m)
  return {
    type: 'NotificationSent',
    data: { notificationId, audience, ...to, kind, text: createCustomText('T', 'M'), metadata: {}, sentAt },
  }
}

export const notificationEventGenerators = {
  notify: (n, m, { at }) => sent(n, m, at),
  read: (n, _, { at }) => ({
    type: 'NotificationRead',
    data: { notificationId: `n${notifications - n}`, readBy: 'd1', readAt: at },
  }),
  archive: (n, m, { at }) => ({
    type: 'NotificationArchived',
    data: { notificationId: `n${notifications - n * m}`, archivedBy: 'd1', archivedAt: at },
  }),
  restore: (n, m, { at }) => ({
    type: 'NotificationRestored',
    data: { notificationId: `n${notifications - n * m}`, restoredBy: 'd1', restoredAt: at },
  }),
  push: (n, m, { at }) => ({
    type: 'NotificationPushed',
    data: {
      notificationId: `n${notifications - n}`,
      userId: pick(Object.values(VIEW_READER_IDS), m),
      devices: m,
      pushedAt: at,
    },
  }),
  mail: (n, _, { at }) => ({
    type: 'NotificationMailed',
    data: { notificationId: `n${notifications - n}`, mailedAt: at },
  }),
  pushOn: (n, _, { at }) => ({ type: 'PushSwitchedOn', data: { userId: ownerOf(n), switchedAt: at } }),
  pushOff: (n, _, { at }) => ({ type: 'PushSwitchedOff', data: { userId: ownerOf(n), switchedAt: at } }),
  textBegun: (n, m, { at }) => ({
    type: 'NotificationTextBegun',
    data: {
      notificationId: `n${notifications - n}`,
      userId: pick(Object.values(VIEW_READER_IDS), m),
      attempt: 1,
      begunAt: at,
    },
  }),
  textRefused: (n, m, { at }) => ({
    type: 'NotificationTextRefused',
    data: {
      notificationId: `n${notifications - n}`,
      userId: pick(Object.values(VIEW_READER_IDS), m),
      attempt: 1 + m,
      refusedAt: at,
    },
  }),
  undelivered: (n, m, { at }) => ({
    type: 'NotificationUndelivered',
    data: {
      notificationId: `n${notifications - n}`,
      userId: pick(Object.values(VIEW_READER_IDS), m),
      reason: 'Rejected',
      reportedAt: at,
    },
  }),
  text: (n, m, { at }) => ({
    type: 'NotificationTexted',
    data: {
      notificationId: `n${notifications - n}`,
      userId: pick(Object.values(VIEW_READER_IDS), m),
      outcome: pick(SMS_OUTCOMES, n + m),
      textedAt: at,
    },
  }),
} satisfies Record<string, EventGenerator>
