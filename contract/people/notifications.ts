/** What notifications are about, and which of them each role can switch off. */
import type { Role } from '#rules/city.ts'

/** The notification options of each role; all are on until somebody switches them off. */
export const NOTIFICATION_OPTIONS = {
  resident: ['collection', 'reports'],
  dispatcher: ['route_alerts', 'daily_reports'],
  recycler: ['delivery_alerts', 'weekly_reports'],
  admin: [],
  auditor: [],
} as const satisfies Record<Role, readonly string[]>
export type NotificationOption = (typeof NOTIFICATION_OPTIONS)[Role][number]

/** What a notification is about. */
export const NOTIFICATION_KINDS = [
  'threshold',
  'schedule',
  'dispatch',
  'collected',
  'missed',
  'composition',
  'capacity',
  'forecast',
  'security',
  'digest',
  'notice',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The option that switches a kind off, by role; what has none always comes. */
const optionOf: Partial<Record<Role, Partial<Record<NotificationKind, NotificationOption>>>> = {
  resident: { schedule: 'collection', dispatch: 'collection', collected: 'reports', missed: 'reports' },
  dispatcher: {
    threshold: 'route_alerts',
    capacity: 'route_alerts',
    dispatch: 'route_alerts',
    digest: 'daily_reports',
  },
  recycler: {
    composition: 'delivery_alerts',
    capacity: 'delivery_alerts',
    forecast: 'delivery_alerts',
    dispatch: 'delivery_alerts',
    digest: 'weekly_reports',
  },
}

/** Whether somebody of this role with these settings wants notifications of this kind. */
export function wants(
  role: Role,
  settings: { notifications: Partial<Record<NotificationOption, boolean>> } | undefined,
  kind: NotificationKind,
): boolean {
  const option = optionOf[role]?.[kind]
  return option === undefined || settings?.notifications[option] !== false
}
