/**
 * Reads SMS of residents: FULL, STATUS and STOP, in each language.
 * An SMS sender can be forged.
 * Therefore only numbers with an account are read, and answers go there.
 * A report by SMS counts like one of an unconfirmed account.
 */
import { createHmac, randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoints.ts'
import { isRejection } from '#contract/http/problems.ts'
import { LOCALES } from '#contract/languages/locales.ts'
import { SMS_KEYWORDS, type SmsKeyword } from '#contract/phone/screens.ts'
import { foldForSearch } from '#domain/fold-text.ts'
import type { Handlers } from '#platform/http/api.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { parsePossibleNumber } from '#platform/phone/e164.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { SmsNotAccepted } from '#platform/sms/sms.ts'
import { createStoredLimiters } from '#platform/vault/counts.ts'
import { languageOf, loadAccountState } from '../aggregates/account.ts'
import { identityStreamOf, loadIdentityOwner } from '../aggregates/identity.ts'
import { type NotificationState, notificationAggregate } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { type CallerCommands, createPhoneActions } from './actions.ts'
import type { SmsServices } from './texting.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR
/** Maximum number of SMS answers to one phone number in an hour. */
const MAX_ANSWERS = 6
/**
 * Matches one-word failure reasons of a gateway.
 * Other text may contain a phone number and is not stored.
 */
const REASON = /^[A-Za-z]{1,60}$/

interface TextRow extends Row {
  userId: string
}

/** Returns the known word at an SMS's start, in any language, or undefined. */
export function parseSmsKeyword(text: string): SmsKeyword | undefined {
  const [first = ''] = foldForSearch(text).match(/\p{L}+/u) ?? []
  const words = Object.entries(SMS_KEYWORDS) as [SmsKeyword, (typeof SMS_KEYWORDS)[SmsKeyword]][]
  return words.find(([, word]) => LOCALES.some((locale) => foldForSearch(translatorOf(locale)(word)) === first))?.[0]
}

export function createIncomingSmsHandlers(
  kernel: Kernel,
  services: CallerCommands,
  texting: SmsServices | undefined,
): Handlers {
  const { store, keys, vault, clock, log } = kernel
  const limiters = createStoredLimiters(vault, keys.fingerprints, () => clock().getTime())
  const actions = createPhoneActions(kernel, services)
  const answered = limiters('sms answered once', { points: 1, duration: DAY })
  const answers = limiters('sms answered', { points: MAX_ANSWERS, duration: HOUR })

  async function read(from: string, text: string, commandId: string): Promise<void> {
    const { city } = await readConfiguration(await kernel.rows.standing('configuration'))
    const number = parsePossibleNumber(from, city.country)
    const word = parseSmsKeyword(text)
    if (number === undefined || word === undefined) return
    const owner = await loadIdentityOwner(store, identityStreamOf(keys.identities, number))
    const account = owner && (await loadAccountState(store, owner.userId))
    const userId = account?.registered?.userId
    if (!account || userId === undefined) return
    if (word === 'stop') {
      await services.saveSms(account, false, { commandId, fingerprint: 'sms', actor: userId })
      return
    }
    const call = {
      number,
      account,
      gateway: 'africastalking' as const,
      locale: languageOf(account),
      isUnproved: true as const,
    }
    const done = await actions.run({ does: word }, call, commandId)
    // Answers each command once, because gateways repeat an SMS that they believe was lost.
    if (!texting || (await answered.count(commandId)) || (await answers.count(userId)) || !(await texting.mayText()))
      return
    try {
      await texting.sms.send({ to: number, text: translatorOf(call.locale)(isRejection(done) ? done.text : done) })
    } catch (error) {
      if (!(error instanceof SmsNotAccepted)) throw error
      log.warn({ reason: error.message }, 'an answer to an SMS was not accepted')
    }
  }

  /**
   * Returns the command id for a received SMS.
   * If the gateway repeats the SMS, the id is the same.
   */
  function commandIdOf({ from, text, id = '', date = '' }: BodyOf<'smsAfricasTalking'>): string {
    if (id === '' && date === '') return `sms/${randomUUID()}`
    const parts = [from, text, id || date]
    return `sms/${createHmac('sha256', keys.fingerprints).update(JSON.stringify(parts)).digest('base64url')}`
  }

  return {
    async smsAfricasTalking({ body }) {
      await read(body.from, body.text, commandIdOf(body))
      return ''
    },

    async deliveryAfricasTalking({ body: { id, status, failureReason } }) {
      if (status !== 'Failed' && status !== 'Rejected') return ''
      const reason = failureReason && REASON.test(failureReason) ? failureReason : status
      log.warn({ reason }, 'an SMS was not delivered')
      await recordUndelivered(id, reason)
      return ''
    },
  }

  /**
   * Records that an SMS was not delivered.
   * Only SMS of notifications are recorded.
   * Codes and answers to residents' SMS have no row.
   */
  async function recordUndelivered(messageId: string, reason: string): Promise<void> {
    const rows = await kernel.rows.upToNow('texts')
    const [text] = await rows.find<TextRow>('texts', { filter: { messageId }, limit: 1 })
    if (!text) return
    const { id: notificationId, userId } = text
    const undelivered = createEvent('NotificationUndelivered', {
      ...{ notificationId, userId, reason, reportedAt: clock().toISOString() },
    })
    const decide = (state: NotificationState) => (state.undelivered ? [] : [undelivered])
    const envelope = { commandId: `delivery/${notificationId}`, fingerprint: 'delivery', actor: 'phone' }
    const handled = await handleCommand(
      store,
      notificationAggregate.stream(notificationId),
      notificationAggregate,
      decide,
      envelope,
    )
    if (isRejection(handled)) throw new Error(`${envelope.commandId}: ${handled.message}`)
  }
}
