/** Tests that NotifyPerson notifies one person only, and once. */
import { it } from 'vitest'
import { customText } from '#contract/notifications/texts.ts'
import { notification } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { notifyPerson } from './notify-person.ts'

const told = { notificationId: 'security-u1-1', userId: 'u1', audience: 'admin', kind: 'security' } as const
const command = { ...told, text: { kind: 'sign-in-paused', values: {} } } as const
const sent = createEvent('NotificationSent', { ...command, metadata: {}, sentAt: NOW.toISOString() })

it('notifies the person', () => givenEvents(notification, []).when(notifyPerson, command).then([sent]))
it('notifies the person once', () =>
  givenEvents(notification, [sent])
    .when(notifyPerson, { ...command, text: customText('Another', 'Message') })
    .then([]))
