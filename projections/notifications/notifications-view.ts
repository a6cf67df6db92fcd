/** Notifications: one row each, with recipient and read or archived state. */

import type { TextLocale } from '#contract/languages/locales.ts'
import { type NotificationRenderContext, renderNotification } from '#contract/notifications/messages.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { NotificationText } from '#contract/notifications/texts.ts'
import type { Notification } from '#contract/views.ts'
import type { Role, Zone } from '#domain/city.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import { defineView } from '../runner/view.ts'

export interface NotificationRow extends Row {
  /** Recipient: a user's id, or a role whose users share one list of notifications. */
  to: string
  audience: Role
  kind: NotificationKind
  userId?: string
  zone?: Zone
  /**
   * Kind of the notification's text, and its values.
   * The text is rendered separately for each reader.
   */
  text: NotificationText
  timestamp: string
  /** Position of the event that sent the notification. */
  sequence: number
  read: boolean
  archived: boolean
  metadata: Record<string, unknown>
  simulated?: true
}

export const notificationsView = defineView<NotificationRow>({
  name: 'notifications',
  on: {
    NotificationSent: {
      id: (data) => data.notificationId,
      row: (_, { data, meta, position: sequence }) => ({
        ...simulatedMarkOf({ meta }),
        id: data.notificationId,
        to: data.userId ?? data.audience,
        audience: data.audience,
        userId: data.userId,
        kind: data.kind,
        zone: data.zone,
        text: data.text,
        timestamp: data.sentAt,
        sequence,
        read: false,
        archived: false,
        metadata: data.metadata,
      }),
    },
    NotificationRead: {
      id: (data) => data.notificationId,
      row: (row) => row && { ...row, read: true },
    },
    NotificationArchived: {
      id: (data) => data.notificationId,
      row: (row) => row && { ...row, archived: true },
    },
    NotificationRestored: {
      id: (data) => data.notificationId,
      row: (row) => row && { ...row, archived: false },
    },
  },
})

/** Returns a row with its text in the reader's language. */
export function toNotification(row: NotificationRow, reader: NotificationRenderContext): Notification {
  const { text, id, kind, timestamp, sequence, read, archived, zone, metadata, simulated } = row
  const sent = { timestamp, sequence, read, archived, zone, metadata, simulated }
  return { id, kind, ...renderNotification(text, reader), ...sent }
}

/** Returns notifications with their texts in the reader's language. */
export async function toNotifications(
  found: readonly NotificationRow[],
  rows: Pick<Rows<'configuration'>, 'get'>,
  locale?: TextLocale,
): Promise<Notification[]> {
  const reader: NotificationRenderContext = { translate: translatorOf(locale), timeZone: await timeZoneOf(rows) }
  return found.map((row) => toNotification(row, reader))
}
