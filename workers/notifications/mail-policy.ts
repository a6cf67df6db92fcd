/** Mail policy: also mails each digest notification once, within a day. */
import type { Event } from '#contract/events.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

interface Unmailed {
  userId: string
  sentAt: string
}

/** `clock` decides which news are current: an old log mails nothing. */
export function createMailPolicy(clock: () => Date, keep: Keep = unkept): Policy {
  const unmailed = keep('unmailed', new Map<string, Unmailed>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NEWS_MS

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'NotificationSent': {
          const { kind, userId, notificationId, sentAt } = data
          if (kind === 'digest' && userId && !isOld(sentAt)) unmailed.set(notificationId, { userId, sentAt })
          return
        }
        case 'NotificationMailed':
          unmailed.delete(data.notificationId)
          return
        case 'AccountErased':
          for (const [id, { userId }] of unmailed) if (userId === data.userId) unmailed.delete(id)
          return
      }
    },
    outstanding(): Outstanding[] {
      for (const [id, { sentAt }] of unmailed) if (isOld(sentAt)) unmailed.delete(id)
      return [...unmailed.keys()].map((notificationId) =>
        commandJob(`mail-${notificationId}`, { type: 'MailDigest', notificationId }),
      )
    },
  }
}
