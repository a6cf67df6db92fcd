/** SMS policy: sends notifications also by SMS, once, to residents who want SMS. */

import type { Event, EventData } from '#contract/events.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { isSentBySms, wantsSms } from '#contract/phone/numbers.ts'
import {
  createCommandJob,
  createRankCounter,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  yieldAtRank,
} from '../runner/policy.ts'

interface PendingSms {
  userId: string
  sentAt: string
  /** Number of attempts refused by the gateway, and the last one's time, if any. */
  refused?: { attempts: number; at: string }
}

/** Pauses in ms before the next attempt, after the gateway has refused one, two or three attempts. */
const PAUSES_MS = [2 * 60_000, 15 * 60_000, 2 * 60 * 60_000]

/**
 * Creates the policy.
 * `clock` decides which notifications are recent enough: an old log sends none.
 */
export function createSmsPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** People with a linked phone number, and whether each wants SMS. */
  const wanting = keep('wanting', new Map<string, boolean>())
  const untexted = keep('untexted', new Map<string, PendingSms>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS

  function sent({ notificationId, userId, kind, sentAt }: EventData<'NotificationSent'>): void {
    if (userId === undefined || !wanting.get(userId) || !isSentBySms(kind) || isOld(sentAt)) return
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
        case 'NotificationTextRefused': {
          const waiting = untexted.get(data.notificationId)
          const refused = { attempts: data.attempt, at: data.refusedAt }
          if (waiting) untexted.set(data.notificationId, { ...waiting, refused })
          return
        }
        case 'NotificationTexted':
          untexted.delete(data.notificationId)
          return
      }
    },

    outstanding(): OutstandingJob[] {
      for (const [id, { sentAt }] of untexted) if (isOld(sentAt)) untexted.delete(id)
      const rankOf = createRankCounter()
      return [...untexted].map(([notificationId, { userId, refused }]) => {
        const job = jobOf(notificationId, refused)
        return refused ? job : yieldAtRank(job, rankOf(userId))
      })
    },
  }
}

/**
 * Returns the job of an SMS.
 * Each attempt has its own id, because the queue ignores finished jobs' ids.
 */
function jobOf(notificationId: string, refused: PendingSms['refused']): OutstandingJob {
  const command = { type: 'TextNotification', notificationId } as const
  if (!refused) return createCommandJob(`sms-${notificationId}`, command)
  const { attempts, at } = refused
  const dueMs = Date.parse(at) + (PAUSES_MS[attempts - 1] ?? 0)
  return createCommandJob(`sms-${notificationId}-${attempts + 1}`, command, new Date(dueMs).toISOString())
}
