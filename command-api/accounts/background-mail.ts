/**
 * Sends mails after the response, with retries.
 * The mails stay in this process, because a queue must not store their secret links.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import type { TextLocale } from '#contract/languages/locales.ts'
import type { Translate } from '#contract/languages/message.ts'
import { translateInto } from '#platform/languages/catalogues.ts'
import type { MailMessage, MailSender } from '#platform/mail/mail.ts'
import type { Person } from '#platform/persons.ts'
import { languageOf, type RegisteredAccount } from '../aggregates/account.ts'
import { loadAccountState } from '../aggregates/load-account.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { unsealPerson } from './person.ts'

/** Waits without keeping the process alive (unref'd timer). */
const pauseUnreferenced = (ms: number) => setTimer(ms, undefined, { ref: false })

/** Pauses between the attempts, in ms. */
const PAUSES = [2_000, 10_000, 60_000]
const TOKEN_BYTES = 32

export interface BackgroundMail {
  /**
   * Starts a mail and returns immediately; failures are logged.
   * No mail is sent if `compose` returns undefined.
   */
  begin(compose: () => Promise<MailMessage | undefined>, afterMs?: number): void
}

/**
 * Creates the background sender.
 * If the process ends first, the mail is lost and the person requests another.
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
        const pauseMs = PAUSES[tries]
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

/** Returns an unguessable token of 32 random bytes for a link. */
export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * Returns the stored hash of a token.
 * A random token needs no salt.
 */
export const hashToken = (token: string) => createHash('sha256').update(`token\n${token}`).digest('base64url')

/** Returns the recipient of a mail; undefined if that person has been erased. */
export async function unsealMailRecipient(
  { sealer }: Kernel,
  registered: RegisteredAccount,
): Promise<Person | undefined> {
  const person = await unsealPerson(sealer, registered)
  return person?.email ? person : undefined
}

/**
 * Returns the function that renders texts in a person's language.
 * Its `asked` parameter is the language of the request that caused the mail.
 */
export const loadTranslatorForUser = async (
  { store }: Pick<Kernel, 'store'>,
  userId: string,
  asked?: TextLocale,
): Promise<Translate> => translateInto(languageOf(await loadAccountState(store, userId), asked))
