/** The demo's one-click sign-in; only a demo has it, and only for whoever sits at its machine. */
import { DEMO_ACCOUNTS } from '#contract/demo.ts'
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { findAccount, openSession } from './session.ts'
import { recordSignIn } from './sign-ins.ts'

export function demoRoutes(kernel: Kernel, demo: boolean): Handlers {
  return {
    async demoSignIn({ body, isLocal, commandId, fingerprint, claim }) {
      const offered = demo && isLocal && DEMO_ACCOUNTS.some((one) => one.identifier === body.identifier)
      const account = offered && (await findAccount(kernel, body.identifier))
      if (!account) return reject('not-found', 'There is no such demo account.')
      const unrecorded = (await claim()) ?? (await recordSignIn(kernel, account, { commandId, fingerprint }))
      return unrecorded ?? openSession(kernel, account, kernel.clock().getTime())
    },
  }
}
