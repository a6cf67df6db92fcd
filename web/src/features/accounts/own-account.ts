/** Name, initials, joining date and notification options of the user's own account. */

import { selectOrdinal, t } from '@lingui/core/macro'
import type { AccountSettings } from '#contract/accounts/views.ts'
import { NOTIFICATION_OPTIONS, type NotificationOption } from '#contract/notifications/notifications.ts'
import type { Role } from '#domain/city.ts'
import { roleName } from '#web/lib/format/labels.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { createCityTimeFormatter } from '#web/lib/format/times.ts'

export function roleLabel(role: Role): string {
  if (role === 'resident') return t`Resident Account`
  return role === 'recycler' ? t`Recycler Account` : roleName(role)
}

/** Returns the name to show in a profile, or 'Recycler' or 'User' for an account without a name. */
export function displayName(name: string, role: Role): string {
  return name.trim() || (role === 'recycler' ? t`Recycler` : t`User`)
}

/** Returns up to two initials of the name; 'RC' for a recycler without a name. */
export function accountInitials(name: string, role: Role): string {
  return initialsOf(name) || (role === 'recycler' ? 'RC' : 'U')
}

const dayOf = createCityTimeFormatter({ day: 'numeric' })
const monthAndYear = createCityTimeFormatter({ month: 'long', year: 'numeric' })

/** Formats a date as '28th May 2025' in the city's time zone. Returns 'Unknown' for an invalid date. */
export function memberSince(iso: string | undefined): string {
  const at = Date.parse(iso ?? '')
  if (Number.isNaN(at)) return t`Unknown`
  const day = Number(dayOf(at))
  const month = monthAndYear(at)
  return t`${selectOrdinal(day, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} ${month}`
}

const words = (): Record<NotificationOption, { label: string; text: string }> => ({
  collection: {
    label: t`Collection updates`,
    text: t`When a truck is scheduled for your zone, and when it leaves.`,
  },
  reports: { label: t`Report updates`, text: t`When the bin that you reported has been collected.` },
  route_alerts: {
    label: t`Route alerts`,
    text: t`When a zone has enough reports, when a truck is sent, and when a site is nearly full.`,
  },
  daily_reports: {
    label: t`Daily reports`,
    text: t`Every day at 18:00, on screen and by email: bins reported and collected, open reports, collections and fuel used.`,
  },
  delivery_alerts: {
    label: t`Delivery alerts`,
    text: t`When a truck is on its way, when the waste composition of a site is updated, and when a site is nearly full.`,
  },
  weekly_reports: {
    label: t`Weekly reports`,
    text: t`On screen and by email: deliveries, their weight, and updated waste compositions.`,
  },
})

/** Labels of each role's notification options. */
export function notificationOptionsOf(role: Role) {
  const labels = words()
  return NOTIFICATION_OPTIONS[role].map((option) => ({ option, ...labels[option] }))
}

/** Returns whether a notification option is on. Options are on by default. */
export function isNotificationOn(notifications: AccountSettings['notifications'], option: NotificationOption): boolean {
  return notifications[option] !== false
}

/** Returns all notification options of the role, each on or off, as they are saved. */
export function completeNotificationSettings(
  role: Role,
  notifications: AccountSettings['notifications'],
): AccountSettings['notifications'] {
  return Object.fromEntries(
    NOTIFICATION_OPTIONS[role].map((option) => [option, isNotificationOn(notifications, option)]),
  )
}
