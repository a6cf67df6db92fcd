/** Notifications: one row each, with recipient and read or archived state. */

import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'
import type { Role, Zone } from '#domain/city.ts'
import { simulatedMarkOf } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface NotificationRow extends Row {
  /** A user id, or a role with a shared list. */
  to: string
  audience: Role
  kind: NotificationKind
  userId?: string
  zone?: Zone
  title: string
  message: string
  timestamp: string
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
      row: (_, { data, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id: data.notificationId,
        to: data.userId ?? data.audience,
        audience: data.audience,
        userId: data.userId,
        kind: data.kind,
        zone: data.zone,
        title: data.title,
        message: data.message,
        timestamp: data.sentAt,
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

export function toNotification(row: NotificationRow): Notification {
  const { id, kind, title, message, timestamp, read, archived, zone, metadata, simulated } = row
  return { id, kind, title, message, timestamp, read, archived, zone, metadata, simulated }
}
