/** Notifications to a role: requested once, until they are sent or too old. */
import { NEWS_MAX_AGE_MS, type NotifyRole } from '#contract/internal-commands.ts'
import { commandJob, type OutstandingJob } from '../runner/policy.ts'
import type { PolicyState } from '../runner/policy-state.ts'

export type RoleNews = Omit<NotifyRole, 'type' | 'notificationId'>

/** `clock` decides which news is recent enough to be sent: an old log sends none. */
export function createRoleNews(clock: () => Date, keep: PolicyState) {
  const outstanding = keep('outstanding', new Map<string, OutstandingJob & { at: string }>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NEWS_MAX_AGE_MS

  return {
    tell(notificationId: string, news: RoleNews): void {
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
