/** PushNotification: pushes to a reader's browsers, unless read, old or unwanted. */

import { isRejection } from '#contract/http/problems.ts'
import { PUSH_MAX_AGE_MS, type PushNotificationCommand } from '#contract/internal-commands.ts'
import { renderNotification } from '#contract/notifications/messages.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import type { Role } from '#domain/city.ts'
import type { PushSender } from '#platform/push/push.ts'
import { languageOf, loadAccountState } from '../aggregates/account.ts'
import { type NotificationState, notificationAggregate } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { openPushDevices, recordPushSubscription } from '../notifications/push-routes.ts'
import { loadNotificationContext } from '../notifications/reader.ts'

/**
 * Pushes a notification to the user's browsers and records it.
 * Rejects if a push service asks to slow down.
 * The job is then retried.
 * A browser that gets a push twice shows it once, because both have the same tag.
 * Removes browsers whose subscription has ended.
 */
export async function pushNotification(
  kernel: Kernel,
  push: PushSender,
  { notificationId, userId }: Omit<PushNotificationCommand, 'type'>,
  commandId: string,
): Promise<void> {
  const { store, vault, clock } = kernel
  const { sent, read, archived, pushedTo } = await loadState(
    store,
    notificationAggregate.stream(notificationId),
    notificationAggregate,
  )
  if (!sent || read || archived || pushedTo.includes(userId)) return
  if (clock().getTime() - Date.parse(sent.sentAt) > PUSH_MAX_AGE_MS) return
  const account = await loadAccountState(store, userId)
  const { status, registered, settings } = account
  const isFor = sent.userId === undefined ? registered?.role === sent.audience : sent.userId === userId
  if (status !== 'active' || !registered || !isFor || !wantsNotification(registered.role, settings, sent.kind)) return

  const devices = await openPushDevices(kernel, userId)
  const reader = await loadNotificationContext(await kernel.rows.standing('configuration'), languageOf(account))
  const text = { ...renderNotification(sent.text, reader), ...linkOf(sent, registered.role) }
  const outcomes = await Promise.all(devices.map(({ target }) => push.send(target, text)))
  const gone = devices.filter((_, n) => outcomes[n] === 'gone')
  for (const { id } of gone) await vault.dropDevice(userId, id)
  if (gone.length === devices.length)
    await recordPushSubscription(kernel, userId, createPolicyEnvelope(`${commandId}/off`))
  if (outcomes.includes('later')) throw new Error(`${commandId}: a push service refused it`)

  const taken = outcomes.filter((outcome) => outcome === 'taken').length
  const done = [
    createEvent('NotificationPushed', { notificationId, userId, devices: taken, pushedAt: clock().toISOString() }),
  ]
  const decide = (state: NotificationState) => (state.pushedTo.includes(userId) ? [] : done)
  const handled = await handleCommand(
    store,
    notificationAggregate.stream(notificationId),
    notificationAggregate,
    decide,
    createPolicyEnvelope(commandId),
  )
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}

function linkOf({ notificationId, metadata }: NonNullable<NotificationState['sent']>, role: Role) {
  return { tag: notificationId, path: pathOf(role, metadata.siteId) }
}

/** Returns the path of the page with the notification's details. */
function pathOf(role: Role, siteId: unknown): string {
  if (role !== 'recycler') return `/${role}/dashboard`
  return typeof siteId === 'string' ? `/recycler/sites/${encodeURIComponent(siteId)}` : '/recycler/notifications'
}
