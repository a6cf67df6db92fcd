/**
 * Confirms emails by a mailed link, a password reset, or an admin.
 * Accounts are unconfirmed until then.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { EndpointCall } from '#platform/http/api.ts'
import { type Account, accountAggregate, loadAccount } from '../aggregates/account.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import {
  type BackgroundMail,
  createRandomToken,
  hashToken,
  loadTranslatorForUser,
  renderMail,
  unsealMailRecipient,
} from './mail.ts'
import { redeemLink } from './spend-link.ts'

const LINK_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

export interface EmailConfirmationLinks {
  /** Mails a confirmation link to an unconfirmed person; returns immediately. */
  begin(userId: string): void
}

/**
 * Creates links for confirming an email address.
 * `publicUrl` is the web app's URL without a trailing slash.
 */
export function createEmailConfirmationLinks(
  kernel: Kernel,
  later: BackgroundMail,
  publicUrl: string,
): EmailConfirmationLinks {
  async function compose(userId: string) {
    const registered = await loadAccount(kernel.store, userId)
    const person = registered?.unconfirmed && (await unsealMailRecipient(kernel, registered))
    if (!person) return undefined
    const token = createRandomToken()
    await kernel.vault.saveLink('confirmation', hashToken(token), userId, kernel.clock().getTime() + LINK_DAYS * DAY_MS)
    return renderMail(
      {
        to: person.email,
        name: person.name,
        subject: msg`Confirm your email for WasteSense`,
        before: [
          msg`Someone signed up for WasteSense with this email.`,
          msg`If this was you, confirm within ${{ days: LINK_DAYS }} days. The link works once:`,
        ],
        link: { label: msg`Confirm my email`, url: `${publicUrl}/confirm-email?token=${token}` },
        after: [msg`If it was not you, ignore this email.`],
      },
      await loadTranslatorForUser(kernel, userId),
    )
  }

  return { begin: (userId) => later.begin(() => compose(userId)) }
}

const confirmAccount: Decider<{ confirmedBy?: string | undefined }, Account, 'account'> = (
  { confirmedBy },
  state,
  now,
) => {
  if (!state.registered) return reject('not-found', msg`There is no such account.`)
  if (!state.registered.unconfirmed) return []
  const { userId } = state.registered
  return [createEvent('AccountConfirmed', { userId, confirmedAt: now.toISOString(), confirmedBy })]
}

/**
 * Confirms an account's email; repetitions change nothing.
 * `confirmedBy` is the admin who confirms it, if no mailed link was used.
 */
export function confirmAccountEmail(
  { store, clock }: Kernel,
  userId: string,
  envelope: Envelope,
  confirmedBy?: string,
): Promise<CommandResult<Account> | Rejection> {
  const decide = (state: Account) => confirmAccount({ confirmedBy }, state, clock())
  return handleCommand(store, accountAggregate.stream(userId), accountAggregate, decide, envelope)
}

const NO_LONGER_VALID = reject('bad-request', msg`This link is no longer valid. Sign in and ask for a new one.`)

/**
 * Confirms an account by a mailed link.
 * A repeated command gets the same answer for ten minutes.
 */
export async function confirmEmailByLink(
  kernel: Kernel,
  token: string,
  call: Pick<EndpointCall<'confirmEmail'>, 'envelope' | 'claim'>,
): Promise<CommandResult<Account> | Rejection> {
  const spent = await redeemLink(kernel, 'confirmation', token, call, NO_LONGER_VALID)
  if (isRejection(spent)) return spent
  return confirmAccountEmail(kernel, spent.userId, { ...call.envelope, actor: spent.userId })
}
