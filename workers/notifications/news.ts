/** News for a role: requested once, until sent or outdated. */
import { NEWS_MS, type NotifyRole } from '#contract/system-commands.ts'
import type { Keep } from '../runner/keep.ts'
import { commandJob, type Outstanding } from '../runner/policy.ts'

export type RoleNews = Omit<NotifyRole, 'type' | 'notificationId'>

/** `clock` decides which news are current: an old log sends none. */
export function createNews(clock: () => Date, keep: Keep) {
  const outstanding = keep('outstanding', new Map<string, Outstanding & { at: string }>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NEWS_MS

  return {
    tell(notificationId: string, news: RoleNews): void {
      if (isOld(news.at)) return
      const command = { type: 'NotifyRole', notificationId, ...news } as const
      outstanding.set(notificationId, { ...commandJob(`notify-${notificationId}`, command), at: news.at })
    },
    sent: (notificationId: string): void => void outstanding.delete(notificationId),
    outstanding(): Outstanding[] {
      for (const [id, { at }] of outstanding) if (isOld(at)) outstanding.delete(id)
      return [...outstanding.values()].map(({ at: _, ...one }) => one)
    },
  }
}
