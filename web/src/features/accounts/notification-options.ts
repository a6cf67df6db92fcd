/** Labels of each role's notification options. */

import { NOTIFICATION_OPTIONS, type NotificationOption } from '#contract/notifications/notifications.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Role } from '#domain/city.ts'

const words: Record<NotificationOption, { label: string; text: string }> = {
  collection: {
    label: 'Collection updates',
    text: 'When a truck is scheduled for your zone, and when it sets out.',
  },
  reports: { label: 'Report updates', text: 'When your reported bin has been collected.' },
  route_alerts: {
    label: 'Route alerts',
    text: 'When a zone has enough reports, when a truck is sent, and when a site is nearly full.',
  },
  daily_reports: {
    label: 'Daily reports',
    text: 'Every day at 18:00, here and by mail: bins reported and collected, what is still open, collections and litres burnt.',
  },
  delivery_alerts: {
    label: 'Delivery alerts',
    text: 'When a truck is on its way, when a site is measured anew, and when it is nearly full.',
  },
  weekly_reports: {
    label: 'Weekly reports',
    text: 'Here and by mail: the deliveries that arrived, their tonnes, and the updates of compositions.',
  },
}

export function optionsOf(role: Role) {
  return NOTIFICATION_OPTIONS[role].map((option) => ({ option, ...words[option] }))
}

/** Returns whether an option is on, which is the default. */
export function isOn(notifications: Settings['notifications'], option: NotificationOption): boolean {
  return notifications[option] !== false
}

/** Returns all options of the role, on or off, for saving. */
export function chosen(role: Role, notifications: Settings['notifications']): Settings['notifications'] {
  return Object.fromEntries(NOTIFICATION_OPTIONS[role].map((option) => [option, isOn(notifications, option)]))
}
