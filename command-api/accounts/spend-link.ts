/**
 * Uses up a mailed link for one command.
 * The command may be repeated; if refused, the link stays valid.
 */
import { createHash } from 'node:crypto'
import type { Rejection } from '#contract/http/problems.ts'
import type { EndpointCall } from '#platform/http/api.ts'
import type { LinkKind } from '#platform/vault/vault.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hashToken } from './mail.ts'

/** Time in ms during which a repeated command with a used link gets its first result. */
const REPEATABLE_MS = 10 * 60_000

export interface RedeemedLink {
  /** User whose mailbox or phone received the link or code. */
  userId: string
  /**
   * Records again that this command used the link or code.
   * Call it after deleting the account's links, which also deletes this record.
   */
  remember(): Promise<void>
}

/**
 * Uses up a mailed link for one command.
 * Returns `noLongerValid` if it has expired or is used.
 */
export async function redeemLink(
  { vault, clock }: Kernel,
  kind: LinkKind,
  token: string,
  { envelope: { commandId, fingerprint }, claim }: Pick<EndpointCall<'resetPassword'>, 'envelope' | 'claim'>,
  noLongerValid: Rejection,
): Promise<RedeemedLink | Rejection> {
  const now = clock().getTime()
  const link = hashToken(token)
  // After use, the vault replaces the link by a hash that identifies the command.
  // The hash includes the request's fingerprint, made with a secret key, so no one can forge it.
  const done = createHash('sha256').update(`done\n${commandId}\n${fingerprint}`).digest('base64url')
  const spentFor = (userId: string): RedeemedLink => ({
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
