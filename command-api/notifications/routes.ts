/** HTTP handlers of notifications: send, and read or archive for recipients. */

import type { z } from 'zod'
import type { SendNotificationBody as Shape } from '#contract/commands.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import { type NotificationRenderContext, renderNotification } from '#contract/notifications/messages.ts'
import { createCustomText } from '#contract/notifications/texts.ts'
import type { Notification } from '#contract/views.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { EndpointCall, Handlers } from '#platform/http/api.ts'
import { type NotificationState, notificationAggregate } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleCommand } from '../kernel/handle.ts'
import { uuidOf } from '../kernel/idempotency-keys.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { archiveNotification } from './archive-notification.ts'
import type { Recipient, RecipientLoader } from './notify-resident.ts'
import { markNotificationRead } from './read-notification.ts'
import { loadNotificationContext } from './reader.ts'
import { restoreNotification } from './restore-notification.ts'

type SendNotification = z.output<typeof Shape> & {
  notificationId: string
  /** The recipient of a personal notification; undefined if the account is gone. */
  recipient: Recipient | undefined
}

const sendNotification: Decider<SendNotification, NotificationState, 'notification'> = (command, { sent }, now) => {
  if (sent) return []
  const { notificationId, userId, title, message, metadata, recipient } = command
  const audience = command.audience ?? recipient?.role
  if (!audience) return reject('not-found', msg`There is no such user.`, { userId: msg`There is no such user.` })
  const text = createCustomText(title, message)
  const about = { notificationId, audience, userId, kind: 'notice', text, metadata } as const
  return [createEvent('NotificationSent', { ...about, sentAt: now.toISOString() })]
}

type NotificationCall = Pick<EndpointCall<'readNotification'>, 'params' | 'principal' | 'envelope' | 'locale'>

/**
 * Creates the HTTP handlers for notifications.
 * `recipientOf` returns the recipient of a personal notification.
 */
export function createNotificationHandlers({ store, clock, rows }: Kernel, recipientOf: RecipientLoader): Handlers {
  const currentReader = async (locale: TextLocale) =>
    loadNotificationContext(await rows.standing('configuration'), locale)

  const answering =
    (decide: Decider<{ by: string }, NotificationState, 'notification'>) =>
    async ({ params, principal, envelope, locale }: NotificationCall) => {
      const reader = await currentReader(locale)
      const decideNow = (state: NotificationState) =>
        isFor(principal, state) ? decide({ by: principal.userId }, state, clock()) : unknown
      const handled = await handleCommand(
        store,
        notificationAggregate.stream(params.id),
        notificationAggregate,
        decideNow,
        envelope,
      )
      return isRejection(handled) ? handled : answerOf(handled, reader)
    }

  return {
    async sendNotification({ body, principal, envelope, locale }) {
      const notificationId = `notice-${uuidOf(`${principal.userId}\n${envelope.commandId}`)}`
      const reader = await currentReader(locale)
      const recipient = body.userId === undefined ? undefined : await recipientOf(body.userId)
      const decide = (state: NotificationState) =>
        sendNotification({ ...body, notificationId, recipient }, state, clock())
      const handled = await handleCommand(
        store,
        notificationAggregate.stream(notificationId),
        notificationAggregate,
        decide,
        envelope,
      )
      return isRejection(handled) ? handled : answerOf(handled, reader)
    },
    readNotification: answering(markNotificationRead),
    archiveNotification: answering(archiveNotification),
    restoreNotification: answering(restoreNotification),
  } satisfies Handlers
}

/** Refuses unknown and other people's notifications alike, so ids reveal nothing. */
const unknown = reject('not-found', msg`There is no such notification.`)

/** Returns whether a notification is for the caller: addressed to the caller or to the caller's role. */
const isFor = ({ userId, role }: Principal, { sent }: NotificationState) =>
  sent?.userId === undefined ? sent?.audience === role : sent.userId === userId

function answerOf({ state, position }: CommandResult<NotificationState>, reader: NotificationRenderContext) {
  const answer = toNotification(state, reader)
  return isRejection(answer) ? answer : { notification: answer, position }
}

function toNotification(
  { sent, read, archived }: NotificationState,
  reader: NotificationRenderContext,
): Omit<Notification, 'sequence'> | Rejection {
  if (!sent) return unknown
  const { notificationId: id, kind, text, sentAt: timestamp, zone, metadata } = sent
  return { id, kind, ...renderNotification(text, reader), timestamp, read, archived, zone, metadata }
}
