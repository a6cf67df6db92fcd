/** NotifyResident: notifies a resident about a truck or their bin once, unless switched off or outdated. */

import { NEWS_MAX_AGE_MS, residentNoticeId, type NotifyResident as Shape } from '#contract/internal-commands.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Role } from '#domain/city.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { timeIn } from '#domain/city-time.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { type Decide, event } from '../kernel/decider.ts'

/** Recipient by their current account; undefined when erased. */
export interface Recipient {
  role: Role
  settings?: Settings
}

type NotifyResident = Omit<Shape, 'type'> & {
  recipient: Recipient | undefined
  /** Time zone of the city; the default of a first start when absent. */
  timeZone?: string
}

export const notifyResident: Decide<NotifyResident, NotificationState, 'notification'> = (command, state, now) => {
  const { userId, zone, subject, at, recipient } = command
  const isOfReport = command.kind === 'collected' || command.kind === 'undone'
  // An undone collection uses the kind 'missed' with other words.
  const kind = command.kind === 'undone' ? 'missed' : command.kind
  if (state.sent || !recipient || !wantsNotification(recipient.role, recipient.settings, kind)) return []
  if (now.getTime() - Date.parse(at) > NEWS_MAX_AGE_MS) return []
  return [
    event('NotificationSent', {
      notificationId: residentNoticeId(command),
      audience: 'resident',
      userId,
      kind,
      zone,
      ...textOf(command),
      metadata: isOfReport ? { reportId: subject } : { scheduleId: subject },
      sentAt: now.toISOString(),
    }),
  ]
}

function textOf({ kind, zone, window, timeZone = DEFAULT_CITY.timeZone }: NotifyResident): {
  title: string
  message: string
} {
  switch (kind) {
    case 'schedule': {
      const when = window ? ` between ${timeIn(timeZone, window.from)} and ${timeIn(timeZone, window.until)}` : ''
      const message = `A truck will collect the bins of ${zone}${when}. Please have your bin out 30 minutes before.`
      return { title: 'Collection Scheduled', message }
    }
    case 'dispatch':
      return { title: 'Truck on Its Way', message: `The collection truck for ${zone} is on its way.` }
    case 'missed':
      return {
        title: 'Bin Not Collected',
        message: `The truck for ${zone} did not reach your bin. Your report stands; you need not report again.`,
      }
    case 'undone':
      return {
        title: 'Bin Not Collected Yet',
        message: `Your bin in ${zone} was marked as collected by mistake. Your report stands; you need not report again.`,
      }
    case 'collected':
      return {
        title: 'Bin Collected',
        message: `Your bin was collected. Thank you for keeping ${zone} clean.`,
      }
  }
}
