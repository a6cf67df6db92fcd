/** ForgotPassword: mails a one-time link to the account's owner, after the caller was answered and without telling them. */
import { randomInt } from 'node:crypto'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { knownDevice } from './devices.ts'
import { addressee, hashToken, type LaterMail, newToken } from './later-mail.ts'
import type { Limits } from './limits.ts'
import { LINK_MINUTES, resetMail } from './reset-mail.ts'
import { findAccount } from './session.ts'

export interface ResetLinks {
  /**
   * Begins a moment later and returns at once: whoever asks waits for no look-up and no mail, nor does their next call,
   * and so they learn nothing from the time.
   */
  begin(identifier: string, devices?: readonly string[]): void
}

/** In ms. The vault writes on the thread that answers calls: done at once, it held up the asker's next call by 2 ms. */
const BEGIN_BETWEEN = [100, 600] as const

/** `publicUrl`: where the web app is, without a slash at the end. */
export function createResetLinks(kernel: Kernel, limits: Limits, later: LaterMail, publicUrl: string): ResetLinks {
  async function compose(identifier: string, devices: readonly string[] | undefined) {
    const registered = await findAccount(kernel, identifier)
    if (registered && !(await mayBeMailed(registered, devices))) return undefined
    const person = registered && (await addressee(kernel, registered))
    if (!registered || !person) return undefined
    const token = newToken()
    const expiresAt = kernel.clock().getTime() + LINK_MINUTES * 60_000
    await kernel.vault.saveLink('reset', hashToken(token), registered.userId, expiresAt)
    return resetMail({ to: person.email, name: person.name, link: `${publicUrl}/reset-password?token=${token}` })
  }

  async function mayBeMailed({ userId }: Registered, devices: readonly string[] | undefined): Promise<boolean> {
    const known = knownDevice(kernel.keys.devices, userId, devices, kernel.clock().getTime())
    return limits.mailsLink(userId, known)
  }

  return {
    begin: (identifier, devices) => later.begin(() => compose(identifier, devices), randomInt(...BEGIN_BETWEEN)),
  }
}
