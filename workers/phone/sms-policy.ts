/** SMS policy: also sends notifications by SMS to residents who want them so, once. */
import type { Event, EventData } from '#contract/events.ts'
import { NEWS_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { isTexted, wantsSms } from '#contract/phone/notices.ts'
import { commandJob, type OutstandingJob, type Policy } from '../runner/policy.ts'
import { emptyState, type PolicyState } from '../runner/policy-state.ts'

interface Untexted {
  userId: string
  sentAt: string
}

/** `clock` decides which notifications are current: an old log sends nothing. */
export function createSmsPolicy(clock: () => Date, keep: PolicyState = emptyState): Policy {
  /** People with a phone number, and whether they want SMS. */
  const wanting = keep('wanting', new Map<string, boolean>())
  const untexted = keep('untexted', new Map<string, Untexted>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NEWS_MAX_AGE_MS

  function sent({ notificationId, userId, kind, sentAt }: EventData<'NotificationSent'>): void {
    if (userId === undefined || !wanting.get(userId) || !isTexted(kind) || isOld(sentAt)) return
    untexted.set(notificationId, { userId, sentAt })
  }

  function withdraw(userId: string): void {
    for (const [id, waiting] of untexted) if (waiting.userId === userId) untexted.delete(id)
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'PhoneLinked':
          wanting.set(data.userId, wanting.get(data.userId) ?? wantsSms(undefined, data.proof))
          return
        case 'SettingsSaved':
          if (data.settings.sms === undefined || !wanting.has(data.userId)) return
          wanting.set(data.userId, data.settings.sms)
          if (!data.settings.sms) withdraw(data.userId)
          return
        case 'PhoneUnlinked':
        case 'AccountErased':
          wanting.delete(data.userId)
          return withdraw(data.userId)
        case 'NotificationSent':
          return sent(data)
        case 'NotificationTexted':
          untexted.delete(data.notificationId)
          return
      }
    },

    outstanding(): OutstandingJob[] {
      for (const [id, { sentAt }] of untexted) if (isOld(sentAt)) untexted.delete(id)
      return [...untexted.keys()].map((notificationId) =>
        commandJob(`sms-${notificationId}`, { type: 'TextNotification', notificationId }),
      )
    },
  }
}
