/** Bursts at the door: a dispatcher has looked at a zone's many new accounts, and lets them pass. */
import type { Handlers } from '#platform/http/api.ts'
import { isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { INVALID_ZONE, isZone, loadZone } from '../streams/zone.ts'
import { clearBurst } from './burst.ts'
import { dispatchStream, type ZonePlans, zonePlans } from './dispatch-plan.ts'

export function burstRoutes({ store, clock }: Kernel): Handlers {
  return {
    async clearBurst({ body: { zone }, principal: { userId }, commandId, fingerprint }) {
      if (!isZone(await loadZone(store, zone), zone)) return INVALID_ZONE
      const decide = (state: ZonePlans) => clearBurst({ zone, clearedBy: userId }, state, clock())
      const envelope = { commandId, fingerprint, actor: userId }
      const cleared = await handle(store, dispatchStream(zone), zonePlans, decide, envelope)
      if (isRejection(cleared)) return cleared
      return { message: `The new accounts of ${zone} may pass.`, position: String(cleared.position) }
    },
  }
}
