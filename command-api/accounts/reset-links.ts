/** ForgotPassword: mails a one-time link to the account's owner, after the caller was answered and without telling them. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Mail } from '#platform/mail/mail.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Person } from './account.ts'
import { LINK_MINUTES, resetMail } from './reset-mail.ts'
import { findAccount } from './session.ts'

export interface ResetLinks {
  /**
   * Begins a moment later and returns at once: whoever asks waits for no look-up and no mail, nor does their next call,
   * and so they learn nothing from the time.
   */
  begin(identifier: string): void
}

interface Parts {
  mail: Mail
  /** Where the web app is, without a slash at the end. */
  publicUrl: string
  /** The pauses between the tries of a mail, in ms. */
  pauses?: readonly number[]
}

const TOKEN_BYTES = 32
const PAUSES = [2_000, 10_000, 60_000]
/** In ms. The vault writes on the thread that answers calls: done at once, it held up the asker's next call by 2 ms. */
const BEGIN_BETWEEN = [100, 600] as const

/** What the vault keeps of a token: 32 random bytes can't be guessed from their hash, so it needs no salt. */
export const hashToken = (token: string) => createHash('sha256').update(`token\n${token}`).digest('base64url')

/**
 * The mail goes out from here and not through the queue of jobs: the token would have to be in the job. If the process
 * ends before the mail was taken, the person asks again.
 */
export function createResetLinks(kernel: Kernel, { mail, publicUrl, pauses = PAUSES }: Parts): ResetLinks {
  async function mailLink(identifier: string): Promise<void> {
    const registered = await findAccount(kernel, identifier)
    if (!registered) return
    const { userId, sealed } = registered
    const [person] = await kernel.sealer.open<Person>([{ personId: userId, sealed }])
    if (!person?.email) return
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await kernel.vault.saveResetToken(hashToken(token), userId, kernel.clock().getTime() + LINK_MINUTES * 60_000)
    const link = `${publicUrl}/reset-password?token=${token}`
    await sendPatiently(() => mail.send(resetMail({ to: person.email, name: person.name, link })))
  }

  async function sendPatiently(send: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await send()
      } catch (error) {
        const pause = pauses[tries]
        kernel.log.warn({ err: error, tries: tries + 1, again: pause !== undefined }, 'a reset mail was not taken')
        if (pause === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
      }
    }
  }

  return {
    begin(identifier) {
      const failed = (error: unknown) => kernel.log.error({ err: error }, 'a reset link could not be sent')
      setTimeout(() => void mailLink(identifier).catch(failed), randomInt(...BEGIN_BETWEEN)).unref()
    },
  }
}
