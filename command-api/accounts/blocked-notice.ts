/** Notifies the owner when wrong passwords blocked sign-in to an account. */
import type { SendSystemCommand } from '#contract/system-commands.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import type { Limits, Try } from './limits.ts'
import { keepNote } from './security-log.ts'

const TITLE = 'Repeated failed sign-ins'
const MESSAGE =
  'Somebody tried to sign in to your account with a wrong password several times, so we paused sign-in there for up to ' +
  '15 minutes. If it was you, there is nothing to do. If not, your account is still safe; consider changing your password.'

/**
 * Notifies once per block.
 * Returns immediately: a refusal must take equally long for unknown accounts.
 */
export function createBlockedNotice(kernel: Kernel, limits: Limits, send: SendSystemCommand) {
  async function tell({ account, address }: Try, owner: Registered | undefined): Promise<void> {
    if (!(await limits.isNewlyBlocked(account))) return
    await keepNote(kernel, 'locked', { userId: owner?.userId, address })
    if (!owner) return
    const { userId, role } = owner
    const notificationId = `security-${userId}-${kernel.clock().getTime()}`
    const command = { userId, audience: role, kind: 'security', title: TITLE, message: MESSAGE } as const
    await send(notificationId, { type: 'NotifyPerson', notificationId, ...command })
  }

  return (tried: Try, owner: Registered | undefined): void => {
    tell(tried, owner).catch((error) =>
      kernel.log.error({ err: error }, 'an owner could not be told of failed sign-ins'),
    )
  }
}
