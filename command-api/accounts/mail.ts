/**
 * Sends emails about accounts: links with tokens, and notices.
 * Sends them in the background and retries after failures.
 */

import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import type { TextLocale } from '#contract/languages/locales.ts'
import { type Message, msg, type Translator } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { MailMessage, MailSender } from '#platform/mail/mail.ts'
import type { Person } from '#platform/persons.ts'
import { languageOf, loadAccountState, type RegisteredAccount } from '../aggregates/account.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { unsealPerson } from './person.ts'

/** Waits without keeping the process alive (unref'd timer). */
const pauseUnreferenced = (ms: number) => setTimer(ms, undefined, { ref: false })

/** Pauses in ms before each new attempt to send a mail. */
const RETRY_PAUSES_MS = [2_000, 10_000, 60_000]

export interface BackgroundMail {
  /**
   * Composes and sends a mail in the background; failures are logged.
   * Sends no mail if `compose` returns undefined.
   */
  begin(compose: () => Promise<MailMessage | undefined>, afterMs?: number): void
}

/**
 * Creates the sender of mails after the response, with retries.
 * Mails stay in this process, because queues must not store secret links.
 * If the process ends, the person requests another mail.
 * `pause` waits between attempts.
 */
export function createBackgroundMail(
  log: Kernel['log'],
  mail: MailSender,
  pause: (ms: number) => Promise<unknown> = pauseUnreferenced,
): BackgroundMail {
  async function send(compose: () => Promise<MailMessage | undefined>): Promise<void> {
    const message = await compose()
    if (!message) return
    for (let tries = 0; ; tries++) {
      try {
        return await mail.send(message)
      } catch (error) {
        const pauseMs = RETRY_PAUSES_MS[tries]
        log.warn({ err: error, tries: tries + 1, again: pauseMs !== undefined }, 'a mail was refused')
        if (pauseMs === undefined) throw error
        await pause(pauseMs)
      }
    }
  }

  return {
    begin(compose, afterMs = 0) {
      const failed = (error: unknown) => log.error({ err: error }, 'a mail could not be sent')
      setTimeout(() => void send(compose).catch(failed), afterMs).unref()
    },
  }
}

const TOKEN_BYTES = 32

/** Returns an unguessable token of 32 random bytes for a link. */
export const createRandomToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * Returns the stored hash of a token.
 * A random token needs no salt.
 */
export const hashToken = (token: string) => createHash('sha256').update(`token\n${token}`).digest('base64url')

/** Returns the recipient of a mail; undefined for an erased person. */
export async function unsealMailRecipient(
  { sealer }: Kernel,
  registered: RegisteredAccount,
): Promise<Person | undefined> {
  const person = await unsealPerson(sealer, registered)
  return person?.email ? person : undefined
}

/**
 * Returns a function that renders texts in a person's language.
 * `asked` is the language of the request that caused the mail.
 */
export const loadTranslatorForUser = async (
  { store }: Pick<Kernel, 'store'>,
  userId: string,
  asked?: TextLocale,
): Promise<Translator> => translatorOf(languageOf(await loadAccountState(store, userId), asked))

interface MailTexts {
  to: string
  name: string
  subject: Message
  /** Paragraphs of the mail before its link. */
  before: readonly Message[]
  link?: { label: Message; url: string }
  after: readonly Message[]
}

/** Returns a mail as plain text and HTML, in its reader's language. */
export function renderMail({ to, name, subject, before, link, after }: MailTexts, translate: Translator): MailMessage {
  const begin = [msg`Hello ${{ name }},`, ...before].map(translate)
  const end = [...after.map(translate), 'WasteSense']
  const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`)
  const html = [
    ...paragraphs(begin),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(translate(link.label))}</a></p>`] : []),
    ...paragraphs(end),
  ]
  const text = [...begin, ...(link ? [link.url] : []), ...end]
  return { to, subject: translate(subject), text: text.join('\n\n'), html: html.join('\n') }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => lookUp(ENTITIES, character) ?? character)

/**
 * Mails an owner after an account change that someone else may have made.
 * Returns immediately and sends in the background.
 */
export type AccountNoticeSender = (account: RegisteredAccount) => void

interface NoticeTexts {
  subject: Message
  /** Paragraphs of the mail before the link to set a new password. */
  before: Message[]
}

export const PASSWORD_CHANGED_NOTICE: NoticeTexts = {
  subject: msg`Your WasteSense password was changed`,
  before: [
    msg`The password of your WasteSense account was changed just now, and all other sessions were ended.`,
    msg`If it was you, you need not do anything. If not, set a new password at once:`,
  ],
}

export const SECOND_FACTOR_REMOVED_NOTICE: NoticeTexts = {
  subject: msg`Your WasteSense two-step sign-in was removed`,
  before: [
    msg`An admin removed two-step sign-in from your WasteSense account just now, and you were signed out everywhere.`,
    msg`Sign in with your password, then set up two-step sign-in again in your settings.`,
    msg`If you did not ask for this, tell your admin and set a new password at once:`,
  ],
}

/**
 * Creates a function that mails account owners about one kind of change.
 * `publicUrl` has no trailing slash.
 */
export function createAccountNoticeSender(
  kernel: Kernel,
  later: BackgroundMail,
  publicUrl: string,
  words: NoticeTexts,
): AccountNoticeSender {
  return (account) =>
    later.begin(async () => {
      const person = await unsealMailRecipient(kernel, account)
      if (!person) return undefined
      const link = { label: msg`Set a new password`, url: `${publicUrl}/forgot-password` }
      const translate = await loadTranslatorForUser(kernel, account.userId)
      return renderMail({ to: person.email, name: person.name, ...words, link, after: [] }, translate)
    })
}
