/** TextNotification: sends a notification by SMS, unless old, unwanted or above a limit. */
import { randomUUID } from 'node:crypto'
import { isRejection } from '#contract/http/problems.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { renderNotification } from '#contract/notifications/messages.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import { MAX_SMS_ATTEMPTS, type SmsOutcome, wantsSms } from '#contract/phone/numbers.ts'
import type { EventInStream } from '#contract/streams.ts'
import { ageOf } from '#domain/instant.ts'
import { SmsNotAccepted } from '#platform/sms/sms.ts'
import { type Account, languageOf, loadAccountState } from '../aggregates/account.ts'
import { type NotificationState, notificationAggregate } from '../aggregates/notification.ts'
import { createEvent, type Decision } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { loadNotificationContext } from '../notifications/reader.ts'
import type { SmsServices } from './texting.ts'

const HOUR = 60 * 60
/**
 * Time in ms after which an attempt without an outcome counts as interrupted.
 * It is longer than a gateway's time limit.
 */
export const SMS_INTERRUPTED_AFTER_MS = 60_000

/**
 * Returns the function that sends a notification by SMS.
 *
 * An SMS is sent at most once, because no gateway recognises a repeated message.
 * Before each attempt an event is appended, and only the process that appended it sends.
 * If a crash or a silent gateway interrupts an attempt, its outcome is 'unknown', which admins see.
 * The SMS is lost if the process ends between the event and the request.
 * A refused SMS is sent again later, a few times.
 *
 * A person gets at most one SMS of a kind in an hour.
 * The notification itself is always on the web.
 */
export function createSmsNotifier(kernel: Kernel, { sms, limiters, mayText, notTexted }: SmsServices) {
  const { store, sealer, clock, log } = kernel
  const perPerson = limiters('sms per person and kind', { points: 1, duration: HOUR })

  async function append(
    notificationId: string,
    commandId: string,
    decide: (state: NotificationState) => Decision<EventInStream<'notification'>>,
  ) {
    const handled = await handleCommand(
      store,
      notificationAggregate.stream(notificationId),
      notificationAggregate,
      decide,
      createPolicyEnvelope(commandId),
    )
    if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
    return handled.events
  }

  /**
   * Records that an attempt to send the SMS starts.
   * Returns false if another call may be sending it.
   * Then this call must not send.
   */
  async function begin(notificationId: string, userId: string, attempt: number, commandId: string): Promise<boolean> {
    const begun = createEvent('NotificationTextBegun', {
      notificationId,
      userId,
      attempt,
      begunAt: clock().toISOString(),
    })
    const decide = (state: NotificationState) =>
      state.texted || state.texting || state.textsRefused >= attempt ? [] : [begun]
    // Every call has its own command id.
    // With a common id, two runs of the job at once would both count the event as theirs and send.
    const events = await append(notificationId, `${commandId}/${attempt}/${randomUUID()}`, decide)
    return events.length > 0
  }

  async function finish(about: About, outcome: SmsOutcome, messageId?: string): Promise<void> {
    const { notificationId, userId, commandId } = about
    const done = createEvent('NotificationTexted', {
      ...{ notificationId, userId, outcome, textedAt: clock().toISOString() },
      ...(messageId !== undefined && { messageId }),
    })
    await append(notificationId, `${commandId}/done`, (state) => (state.texted ? [] : [done]))
  }

  async function refused(about: About, attempt: number): Promise<void> {
    const { notificationId, userId, commandId } = about
    if (attempt >= MAX_SMS_ATTEMPTS) return finish(about, 'refused')
    const data = { notificationId, userId, attempt, refusedAt: clock().toISOString() }
    const decide = (state: NotificationState) =>
      state.texting?.attempt === attempt ? [createEvent('NotificationTextRefused', data)] : []
    await append(notificationId, `${commandId}/${attempt}/refused`, decide)
  }

  /**
   * Returns the phone number if the account wants this kind of notification by SMS.
   * Otherwise returns undefined.
   */
  async function numberFor({ registered, settings }: Account, kind: NonNullable<NotificationState['sent']>['kind']) {
    const { sealedPhone, phoneProof, role, userId } = registered ?? {}
    if (!sealedPhone || !role || !userId || !wantsSms(settings, phoneProof)) return undefined
    if (!wantsNotification(role, settings, kind)) return undefined
    const [opened] = await sealer.open<{ number: string }>([{ personId: userId, sealed: sealedPhone }])
    return opened?.number
  }

  return async (notificationId: string, commandId: string): Promise<void> => {
    const state = await loadState(store, notificationAggregate.stream(notificationId), notificationAggregate)
    const { sent, texted, texting, textsRefused } = state
    if (!sent?.userId || texted || clock().getTime() - Date.parse(sent.sentAt) > NOTIFICATION_MAX_AGE_MS) return
    const about = { notificationId, userId: sent.userId, commandId }
    if (texting) {
      // Another attempt may still be sending this SMS.
      if (ageOf(texting.begunAt, clock()) < SMS_INTERRUPTED_AFTER_MS)
        throw new Error(`${commandId}: this SMS is being sent`)
      return finish(about, 'unknown')
    }
    const account = await loadAccountState(store, sent.userId)
    const to = await numberFor(account, sent.kind)
    if (to === undefined) return
    const reader = await loadNotificationContext(await kernel.rows.standing('configuration'), languageOf(account))
    const attempt = textsRefused + 1
    if (!(await begin(notificationId, sent.userId, attempt, commandId))) return
    const person = `${sent.userId}\n${sent.kind}`
    if (await perPerson.count(person)) return finish(about, 'too-many')
    if (!(await mayText())) return finish(about, 'daily-limit')
    try {
      const { id } = await sms.send({ to, text: renderNotification(sent.text, reader).message })
      await finish(about, 'sent', id)
    } catch (error) {
      if (!(error instanceof SmsNotAccepted)) throw error
      log.warn({ reason: error.message, attempt, isUnknown: error.isUnknown }, 'an SMS was not accepted')
      if (error.isUnknown) return finish(about, 'unknown')
      await Promise.all([perPerson.reward(person), notTexted()])
      await refused(about, attempt)
    }
  }
}

interface About {
  notificationId: string
  userId: string
  commandId: string
}
