/** Notifications to all users of a role. Each is requested once, until it is sent or too old. */
import { NOTIFICATION_MAX_AGE_MS, type NotifyRole } from '#contract/internal-commands.ts'
import { commandJob, type OutstandingJob } from '../runner/policy.ts'
import type { OpenPolicyStatePart } from '../runner/policy-state.ts'

export type RoleNotification = Omit<NotifyRole, 'type' | 'notificationId'>

/** Creates the notifications. `clock` decides which are recent enough to be sent: an old log sends none. */
export function createRoleNotificationQueue(clock: () => Date, keep: OpenPolicyStatePart) {
  const outstanding = keep('outstanding', new Map<string, OutstandingJob & { at: string }>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS

  return {
    tell(notificationId: string, news: RoleNotification): void {
      if (isOld(news.at)) return
      const command = { type: 'NotifyRole', notificationId, ...news } as const
      outstanding.set(notificationId, { ...commandJob(`notify-${notificationId}`, command), at: news.at })
    },
    sent: (notificationId: string): void => void outstanding.delete(notificationId),
    outstanding(): OutstandingJob[] {
      for (const [id, { at }] of outstanding) if (isOld(at)) outstanding.delete(id)
      return [...outstanding.values()].map(({ at: _, ...one }) => one)
    },
  }
}
