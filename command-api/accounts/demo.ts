/** One-click sign-in of the demo, only from the same machine. */

import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSecondFactor } from './second-factor.ts'
import { recordSecurityEntry, recordSignIn } from './security-log.ts'
import { findAccountByIdentifier, openSession } from './session.ts'

export function createDemoHandlers(kernel: Kernel, demo: boolean): Handlers {
  return {
    async demoSignIn({ body, isLocal, envelope, claim, address, userAgent }) {
      const offered = demo && isLocal && DEMO_ACCOUNTS.some((account) => account.identifier === body.identifier)
      const account = offered && (await findAccountByIdentifier(kernel, body.identifier))
      if (!account) return reject('not-found', msg`There is no such demo account.`)
      if (await hasSecondFactor(kernel, account.userId))
        return reject('forbidden', msg`This account has two-step sign-in. Sign in with its password and a code.`)
      const unrecorded = (await claim()) ?? (await recordSignIn(kernel, account, { address, envelope }))
      if (unrecorded) return unrecorded
      if (account.role === 'resident')
        await recordSecurityEntry(kernel, 'signed-in', { userId: account.userId, address })
      return openSession(kernel, account, userAgent)
    },
  }
}
