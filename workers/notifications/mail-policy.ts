/** Mail policy: mails each digest once, within a day. */
import type { Event } from '#contract/events.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { commandJob, type OutstandingJob, type Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, unstoredState } from '../runner/policy-state.ts'

interface PendingMail {
  userId: string
  sentAt: string
}

/** Creates the policy. `clock` decides which digests are recent enough to be mailed: an old log mails nothing. */
export function createMailPolicy(clock: () => Date, keep: OpenPolicyStatePart = unstoredState): Policy {
  const unmailed = keep('unmailed', new Map<string, PendingMail>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS

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
    outstanding(): OutstandingJob[] {
      for (const [id, { sentAt }] of unmailed) if (isOld(sentAt)) unmailed.delete(id)
      return [...unmailed.keys()].map((notificationId) =>
        commandJob(`mail-${notificationId}`, { type: 'MailDigest', notificationId }),
      )
    },
  }
}
