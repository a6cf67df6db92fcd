/** A mailed link is spent by one command: which may be repeated after a lost answer, and which a refusal leaves the link to. */
import { createHash } from 'node:crypto'
import type { Rejection } from '#contract/door/problems.ts'
import type { Call } from '#platform/http/api.ts'
import type { LinkKind } from '#platform/vault/vault.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hashToken } from './later-mail.ts'

/** How long a repetition of a command that spent a link is recognised. */
const REPEATABLE_MS = 10 * 60_000

export interface Spent {
  /** Whoever has the token of the link has this one's mailbox. */
  userId: string
  /** Has the command recognised again where what it did has made all links void, its own mark with them. */
  remember(): Promise<void>
}

/** Answers `noLongerValid` for a link that was spent by another command, or has expired. */
export async function spendLink(
  { vault, clock }: Kernel,
  kind: LinkKind,
  token: string,
  { envelope: { commandId, fingerprint }, claim }: Pick<Call<'resetPassword'>, 'envelope' | 'claim'>,
  noLongerValid: Rejection,
): Promise<Spent | Rejection> {
  const now = clock().getTime()
  const link = hashToken(token)
  // The link is gone once it was used, so the vault keeps in its place that this command was the one. The fingerprint is
  // keyed: nobody can make up a token that looks like it.
  const done = createHash('sha256').update(`done\n${commandId}\n${fingerprint}`).digest('base64url')
  const spentFor = (userId: string): Spent => ({
    userId,
    remember: () => vault.saveLink(kind, done, userId, now + REPEATABLE_MS),
  })
  const before = await vault.findLink(kind, done, now)
  if (before) return spentFor(before)
  if (!(await vault.findLink(kind, link, now))) return noLongerValid
  const reused = await claim()
  if (reused) return reused
  const userId = await vault.takeLink(kind, link, now, { hash: done, expiresAt: now + REPEATABLE_MS })
  return userId ? spentFor(userId) : noLongerValid
}
