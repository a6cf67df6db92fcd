/** Bursts at the door: a dispatcher has looked at a zone's many new accounts, and lets them pass. */
import { isRejection } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { clearBurst } from './burst.ts'
import { dispatchStream, type ZonePlans, zonePlans } from './dispatch-plan.ts'

export function burstRoutes({ store, clock }: Kernel): Handlers {
  return {
    async clearBurst({ body: { zone }, principal: { userId }, envelope }) {
      const decide = (state: ZonePlans) => clearBurst({ zone, clearedBy: userId }, state, clock())
      const cleared = await handle(store, dispatchStream(zone), zonePlans, decide, envelope)
      if (isRejection(cleared)) return cleared
      return { message: `The new accounts of ${zone} may pass.`, position: cleared.position }
    },
  }
}
