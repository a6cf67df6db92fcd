/** Bursts at the door: a dispatcher has looked at a zone's many new accounts, and lets them pass. */

import type { Handlers } from '#platform/http/api.ts'
import { isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dispatch, type ZonePlans } from '../streams/dispatch.ts'
import { clearBurst } from './burst.ts'

export function burstRoutes({ store, clock }: Kernel): Handlers {
  return {
    async clearBurst({ body: { zone }, principal: { userId }, commandId, fingerprint }) {
      const decide = (state: ZonePlans) => clearBurst({ zone, clearedBy: userId }, state, clock())
      const envelope = { commandId, fingerprint, actor: userId }
      const cleared = await handle(store, dispatch.stream(zone), dispatch, decide, envelope)
      if (isRejection(cleared)) return cleared
      return { message: `The new accounts of ${zone} may pass.`, position: String(cleared.position) }
    },
  }
}
