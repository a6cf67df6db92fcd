/**
 * Reads SMS of residents: FULL, STATUS and STOP, in each language.
 * A sender can be forged. So only numbers with an account are heard, the answer goes to that number, and a
 * report counts like one of an unconfirmed account.
 */
import { createHmac } from 'node:crypto'
import { isRejection } from '#contract/http/problems.ts'
import { LOCALES } from '#contract/languages/locales.ts'
import { SMS_WORDS, type SmsWord } from '#contract/phone/words.ts'
import { foldForSearch } from '#domain/fold-text.ts'
import type { Handlers } from '#platform/http/api.ts'
import { translateInto } from '#platform/languages/catalogues.ts'
import { gatewayNumber } from '#platform/phone/e164.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { SmsNotAccepted } from '#platform/sms/sms.ts'
import { storedLimiters } from '#platform/vault/counts.ts'
import { languageOf } from '../aggregates/account.ts'
import { identityStream } from '../aggregates/identity.ts'
import { loadAccountState, loadOwner } from '../aggregates/load-account.ts'
import { type NotificationState, notification } from '../aggregates/notification.ts'
import { event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { createPhoneActions, type PhoneServices } from './actions.ts'
import type { Texting } from './texting.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR
/** Answers to one number in an hour. */
const MAX_ANSWERS = 6
/** A gateway's word for a failure; other text may contain a number. */
const REASON = /^[A-Za-z]{1,60}$/

interface TextRow extends Row {
  userId: string
}

/** Returns the word that an SMS begins with, in any language. */
export function smsWordOf(text: string): SmsWord | undefined {
  const [first = ''] = foldForSearch(text).match(/\p{L}+/u) ?? []
  const words = Object.entries(SMS_WORDS) as [SmsWord, (typeof SMS_WORDS)[SmsWord]][]
  return words.find(([, word]) => LOCALES.some((locale) => foldForSearch(translateInto(locale)(word)) === first))?.[0]
}

export function smsInRoutes(kernel: Kernel, services: PhoneServices, texting: Texting | undefined): Handlers {
  const { store, keys, vault, clock, log } = kernel
  const limiters = storedLimiters(vault, keys.fingerprints, () => clock().getTime())
  const actions = createPhoneActions(kernel, services)
  const seen = limiters('sms read', { points: 1, duration: DAY })
  const answers = limiters('sms answered', { points: MAX_ANSWERS, duration: HOUR })

  async function read(from: string, text: string, commandId: string): Promise<void> {
    const { city } = await readConfiguration(await kernel.rows.standing('configuration'))
    const number = gatewayNumber(from, city.country)
    const word = smsWordOf(text)
    if (number === undefined || word === undefined) return
    const owner = await loadOwner(store, identityStream(keys.identities, number))
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
    if (!texting || (await answers.count(userId)) || !(await texting.mayText())) return
    try {
      await texting.sms.send({ to: number, text: translateInto(call.locale)(isRejection(done) ? done.text : done) })
    } catch (error) {
      if (!(error instanceof SmsNotAccepted)) throw error
      log.warn({ reason: error.message }, 'an answer to an SMS was not accepted')
    }
  }

  return {
    async smsAfricasTalking({ body: { from, text, id } }) {
      const commandId = `sms/${createHmac('sha256', keys.fingerprints)
        .update(JSON.stringify([id, from, text]))
        .digest('base64url')}`
      // A gateway repeats what it takes for lost.
      if (await seen.count(commandId)) return ''
      try {
        await read(from, text, commandId)
      } catch (error) {
        await seen.reward(commandId)
        throw error
      }
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

  /** Codes and answers have no row; they are only logged. */
  async function recordUndelivered(messageId: string, reason: string): Promise<void> {
    const rows = await kernel.rows.upToNow('texts')
    const [text] = await rows.find<TextRow>('texts', { filter: { messageId }, limit: 1 })
    if (!text) return
    const { id: notificationId, userId } = text
    const undelivered = event('NotificationUndelivered', {
      ...{ notificationId, userId, reason, reportedAt: clock().toISOString() },
    })
    const decide = (state: NotificationState) => (state.undelivered ? [] : [undelivered])
    const envelope = { commandId: `delivery/${notificationId}`, fingerprint: 'delivery', actor: 'phone' }
    const handled = await handle(store, notification.stream(notificationId), notification, decide, envelope)
    if (isRejection(handled)) throw new Error(`${envelope.commandId}: ${handled.message}`)
  }
}
