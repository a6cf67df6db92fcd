/** Kinds of notifications, and each role's options for them. */
import { ROLES, type Role } from '#domain/city.ts'

const namedOptions = {
  resident: ['collection', 'reports'],
  dispatcher: ['route_alerts', 'daily_reports'],
  recycler: ['delivery_alerts', 'weekly_reports'],
} as const satisfies Partial<Record<Role, readonly string[]>>
export type NotificationOption = (typeof namedOptions)[keyof typeof namedOptions][number]
const optionsOfRoles: Partial<Record<Role, readonly NotificationOption[]>> = namedOptions

/**
 * Notification options of each role, enabled by default.
 * Roles missing in `optionsOfRoles` have none.
 */
export const NOTIFICATION_OPTIONS = Object.fromEntries(
  ROLES.map((role): [Role, readonly NotificationOption[]] => [role, optionsOfRoles[role] ?? []]),
) as Readonly<Record<Role, readonly NotificationOption[]>>

/** Subjects that a notification can have. */
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

/**
 * Settings by which users switch off kinds of notifications, by role.
 * Kinds without a setting are always sent.
 */
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

/** Returns whether a user with this role and these settings wants notifications of a kind. */
export function wantsNotification(
  role: Role,
  settings: { notifications: Partial<Record<NotificationOption, boolean>> } | undefined,
  kind: NotificationKind,
): boolean {
  const option = optionOf[role]?.[kind]
  return option === undefined || settings?.notifications[option] !== false
}
