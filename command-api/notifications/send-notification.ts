/** SendNotification: a staff member notifies one person or a role. */
import type { z } from 'zod'
import type { SendNotification as Shape } from '#contract/commands.ts'
import { reject } from '#contract/door/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from '../streams/notification.ts'
import type { Recipient } from './notify-resident.ts'

export type SendNotification = z.output<typeof Shape> & {
  notificationId: string
  /** The single recipient; undefined if the account is gone. */
  recipient: Recipient | undefined
}

export const sendNotification: Decide<SendNotification, NotificationState, 'notification'> = (
  command,
  { sent },
  now,
) => {
  if (sent) return []
  const { notificationId, userId, title, message, metadata, recipient } = command
  const audience = command.audience ?? recipient?.role
  if (!audience) return reject('not-found', 'There is no such user.', { userId: 'There is no such user.' })
  const about = { notificationId, audience, userId, kind: 'notice', title, message, metadata } as const
  return [event('NotificationSent', { ...about, sentAt: now.toISOString() })]
}
