/** NotifyResident: notifies about a truck or bin once, unless switched off or outdated. */

import type { AccountSettings } from '#contract/accounts/views.ts'
import {
  NOTIFICATION_MAX_AGE_MS,
  residentNoticeIdOf,
  type NotifyResidentCommand as Shape,
} from '#contract/internal-commands.ts'
import { type NotificationKind, wantsNotification } from '#contract/notifications/notifications.ts'
import type { NotificationText } from '#contract/notifications/texts.ts'
import type { Role } from '#domain/city.ts'
import { referenceOf } from '#domain/reference.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { loadAccountState } from '../aggregates/account.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

/** Recipient of the notification, read from their current account. */
export interface Recipient {
  role: Role
  settings?: AccountSettings
}

const REPORT_KINDS: readonly Shape['kind'][] = ['reported', 'collected', 'undone', 'left']

type NotifyResident = Omit<Shape, 'type'> & { recipient: Recipient | undefined }

export const notifyResident: Decider<NotifyResident, NotificationState, 'notification'> = (command, state, now) => {
  const { userId, zone, subject, at, recipient } = command
  const isOfReport = REPORT_KINDS.includes(command.kind)
  const kind = notificationKindOf(command.kind)
  if (state.sent || !recipient || !wantsNotification(recipient.role, recipient.settings, kind)) return []
  if (now.getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS) return []
  return [
    createEvent('NotificationSent', {
      notificationId: residentNoticeIdOf(command),
      audience: 'resident',
      userId,
      kind,
      zone,
      text: textOf(command),
      metadata: isOfReport ? { reportId: subject } : { scheduleId: subject },
      sentAt: now.toISOString(),
    }),
  ]
}

/**
 * Returns the kind of the notification.
 * 'missed' covers a collection that was undone and a bin that the driver left behind.
 * Their texts differ.
 */
function notificationKindOf(kind: NotifyResident['kind']): NotificationKind {
  if (kind === 'reported') return 'notice'
  return kind === 'undone' || kind === 'left' ? 'missed' : kind
}

function textOf({ kind, zone, subject, window, left, at }: NotifyResident): NotificationText {
  switch (kind) {
    case 'left':
      return left
        ? { kind: 'bin-left', values: { exception: left.exception, at } }
        : { kind: 'bin-missed', values: { zone } }
    case 'schedule':
      return { kind: 'collection-scheduled', values: { zone, ...window } }
    case 'dispatch':
      return { kind: 'truck-under-way', values: { zone } }
    case 'missed':
      return { kind: 'bin-missed', values: { zone } }
    case 'undone':
      return { kind: 'collection-undone', values: { zone } }
    case 'reported':
      return { kind: 'bin-reported', values: { zone, reference: referenceOf('report', subject) } }
    case 'collected':
      return { kind: 'bin-collected', values: { zone } }
  }
}

export type RecipientLoader = (userId: string) => Promise<Recipient | undefined>

/**
 * Returns a loader of recipients from accounts.
 * It returns undefined for unknown, blocked or erased accounts.
 */
export const createRecipientLoader =
  (store: EventStore): RecipientLoader =>
  async (userId) => {
    const { status, registered, settings } = await loadAccountState(store, userId)
    return status === 'active' && registered ? { role: registered.role, settings } : undefined
  }
