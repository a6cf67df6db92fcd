/** Mails that are sent after the caller was answered: patiently, and from here, since their links may be in no queue. */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import type { Mail, Message } from '#platform/mail/mail.ts'
import type { Person } from '#platform/persons.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { openPerson } from './person.ts'

/** It keeps no process alive. */
const unhurried = (ms: number) => setTimer(ms, undefined, { ref: false })

/** The pauses between the tries of a mail, in ms. */
const PAUSES = [2_000, 10_000, 60_000]
const TOKEN_BYTES = 32

export interface LaterMail {
  /** Begins a mail and returns at once; what fails is in the log. Ends without a mail where `compose` answers undefined. */
  begin(compose: () => Promise<Message | undefined>, afterMs?: number): void
}

/**
 * If the process ends before a mail was taken, it is not sent: the person asks again. `pause` is how it waits between two tries.
 */
export function createLaterMail(
  log: Kernel['log'],
  mail: Mail,
  pause: (ms: number) => Promise<unknown> = unhurried,
): LaterMail {
  async function send(compose: () => Promise<Message | undefined>): Promise<void> {
    const message = await compose()
    if (!message) return
    for (let tries = 0; ; tries++) {
      try {
        return await mail.send(message)
      } catch (error) {
        const pauseMs = PAUSES[tries]
        log.warn({ err: error, tries: tries + 1, again: pauseMs !== undefined }, 'a mail was not taken')
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

/** A token for a link; nobody guesses 32 random bytes. */
export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/** What the vault keeps of a token: it can't be found from its hash, which so needs no salt. */
export const hashToken = (token: string) => createHash('sha256').update(`token\n${token}`).digest('base64url')

/** Whom a mail goes to; undefined when they were erased in the meantime. */
export async function addressee({ sealer }: Kernel, registered: Registered): Promise<Person | undefined> {
  const person = await openPerson(sealer, registered)
  return person?.email ? person : undefined
}
