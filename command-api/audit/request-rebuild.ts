/** RequestRebuild: a view is rebuilt of the whole log, or the policies read it anew; a second press right after is the same. */

import { isRejection } from '#contract/problems.ts'
import { POLICIES_TARGET } from '#contract/rebuilds.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type RebuildsState, rebuilds } from '../streams/rebuilds.ts'

interface RequestRebuild {
  target: string
  requestedBy: string
}

/** So long, in ms, a second request for the same is a second press. */
const SAME_PRESS_MS = 10_000

export const requestRebuild: Decide<RequestRebuild, RebuildsState, 'rebuilds'> = (command, { requested }, now) => {
  const last = requested[command.target]
  const since = last === undefined ? SAME_PRESS_MS : now.getTime() - Date.parse(last)
  // A clock that was put back is no reason to refuse for hours.
  if (since >= 0 && since < SAME_PRESS_MS) return []
  return [event('RebuildRequested', { ...command, requestedAt: now.toISOString() })]
}

export function rebuildRoutes({ store, clock }: Pick<Kernel, 'store' | 'clock'>): Handlers {
  return {
    async operate({ body: { rebuild: target }, principal: { userId: requestedBy }, envelope }) {
      const decide = (state: RebuildsState) => requestRebuild({ target, requestedBy }, state, clock())
      const handled = await handle(store, rebuilds.stream(), rebuilds, decide, envelope)
      if (isRejection(handled)) return handled
      const message = target === POLICIES_TARGET ? 'The policies read the log anew' : `The view of ${target} is rebuilt`
      return { message, position: handled.position }
    },
  }
}
