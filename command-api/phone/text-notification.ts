/** TextNotification: sends a notification by SMS, unless it is old, unwanted or above a limit. */
import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { NEWS_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { renderNotification } from '#contract/notifications/messages.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import { wantsSms } from '#contract/phone/notices.ts'
import { memoryLimiters } from '#platform/limiters.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { languageOf } from '../aggregates/account.ts'
import { loadAccountState } from '../aggregates/load-account.ts'
import { type NotificationState, notification } from '../aggregates/notification.ts'
import { event } from '../kernel/decider.ts'
import { handle, policyEnvelope } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readerOf } from '../notifications/reader.ts'

type Outcome = EventData<'NotificationTexted'>['outcome']

const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Sends within the installation's limit per day. */
export interface Texting {
  sms: SmsSender
  /** Counts one SMS of the day; returns false above the limit. */
  mayText(): Promise<boolean>
}

/** `perDay` is the limit of the installation. */
export function createTexting(
  { limiters = memoryLimiters, phoneTraffic }: Pick<Kernel, 'limiters' | 'phoneTraffic'>,
  sender: SmsSender,
  perDay: number,
): Texting {
  const daily = limiters('smsPerDay', { points: perDay, duration: DAY })
  const sms: SmsSender = {
    ...sender,
    async send(message) {
      const sent = await sender.send(message)
      phoneTraffic.count('texts')
      return sent
    },
  }
  return { sms, mayText: async () => perDay > 0 && (await daily.count('all')) === undefined }
}

/**
 * Returns the command.
 * It rejects when the gateway refuses, so that its job is retried.
 * A person gets one SMS of a kind in an hour; the notification itself is on the web anyway.
 */
export function createTextNotification(kernel: Kernel, { sms, mayText }: Texting) {
  const { store, sealer, clock, limiters = memoryLimiters } = kernel
  const perPerson = limiters('smsPerPersonAndKind', { points: 1, duration: HOUR })

  async function record(notificationId: string, userId: string, outcome: Outcome, commandId: string, id?: string) {
    const done = event('NotificationTexted', {
      ...{ notificationId, userId, outcome, textedAt: clock().toISOString() },
      ...(id !== undefined && { messageId: id }),
    })
    const decide = (state: NotificationState) => (state.texted ? [] : [done])
    const stream = notification.stream(notificationId)
    const handled = await handle(store, stream, notification, decide, policyEnvelope(commandId))
    if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
  }

  return async (notificationId: string, commandId: string): Promise<void> => {
    const { sent, texted } = await loadState(store, notification.stream(notificationId), notification)
    if (!sent?.userId || texted || clock().getTime() - Date.parse(sent.sentAt) > NEWS_MAX_AGE_MS) return
    const account = await loadAccountState(store, sent.userId)
    const { registered, settings } = account
    const { sealedPhone, phoneProof, role, userId } = registered ?? {}
    if (!sealedPhone || !role || !userId || !wantsSms(settings, phoneProof)) return
    if (!wantsNotification(role, settings, sent.kind)) return
    const [opened] = await sealer.open<{ number: string }>([{ personId: userId, sealed: sealedPhone }])
    if (!opened) return
    const about = `${userId}\n${sent.kind}`
    if (await perPerson.count(about)) return record(notificationId, userId, 'too-many', commandId)
    if (!(await mayText())) return record(notificationId, userId, 'daily-limit', commandId)
    try {
      const reader = await readerOf(await kernel.rows.standing('configuration'), languageOf(account))
      const { id } = await sms.send({ to: opened.number, text: renderNotification(sent.text, reader).message })
      await record(notificationId, userId, 'sent', commandId, id)
    } catch (error) {
      // The retry must not find the limit of its own failed attempt.
      await perPerson.forget(about)
      throw error
    }
  }
}
