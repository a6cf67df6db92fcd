/** What admins have done to the running installation. RequestRebuild: a view is rebuilt of the whole log, or the policies read it anew; a second press right after is the same. */

import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import { isRejection, reject } from '#contract/door/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { lookUp } from '#rules/dictionary.ts'
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
  const last = lookUp(requested, command.target)
  const since = last === undefined ? SAME_PRESS_MS : now.getTime() - Date.parse(last)
  // A clock that was put back is no reason to refuse for hours.
  if (since >= 0 && since < SAME_PRESS_MS) return []
  return [event('RebuildRequested', { ...command, requestedAt: now.toISOString() })]
}

/** Has a job that failed tried at once; false where there is none of this id. */
export type RetryJob = (id: string) => Promise<boolean>

export function operationRoutes({ store, clock }: Pick<Kernel, 'store' | 'clock'>, retryJob: RetryJob): Handlers {
  return {
    async operate({ body, principal: { userId: requestedBy }, envelope }) {
      if ('retry' in body) {
        // Under way once it was asked for: an append that is decided anew must not ask again.
        let retried: Promise<boolean> | undefined
        const decide = async () => {
          retried ??= retryJob(body.retry)
          if (!(await retried)) return reject('conflict', 'This job is not waiting to be tried again.')
          return [event('JobRetried', { jobId: body.retry, retriedBy: requestedBy, retriedAt: clock().toISOString() })]
        }
        const handled = await handle(store, rebuilds.stream(), rebuilds, decide, envelope)
        return isRejection(handled) ? handled : { message: 'The job is tried again', position: handled.position }
      }
      const target = body.rebuild
      const decide = (state: RebuildsState) => requestRebuild({ target, requestedBy }, state, clock())
      const handled = await handle(store, rebuilds.stream(), rebuilds, decide, envelope)
      if (isRejection(handled)) return handled
      const message = target === POLICIES_TARGET ? 'The policies read the log anew' : `The view of ${target} is rebuilt`
      return { message, position: handled.position }
    },
  }
}
