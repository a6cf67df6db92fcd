/**
 * Commands with which admins operate the running installation.
 * RequestRebuild rebuilds a view or the policies, and ignores double clicks.
 */

import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { POLICIES_TARGET } from '#contract/tables.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type RebuildRequestsState, rebuildRequestsAggregate } from '../aggregates/audit.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand } from '../kernel/load.ts'

interface RequestRebuild {
  target: string
  requestedBy: string
}

/** Time in ms within which a repeated request counts as a double click. */
const SAME_PRESS_MS = 10_000

export const requestRebuild: Decider<RequestRebuild, RebuildRequestsState, 'rebuilds'> = (
  command,
  { requested },
  now,
) => {
  const last = lookUp(requested, command.target)
  const since = last === undefined ? SAME_PRESS_MS : now.getTime() - Date.parse(last)
  // Ignores future times: a wrong clock must not block requests for hours.
  if (since >= 0 && since < SAME_PRESS_MS) return []
  return [createEvent('RebuildRequested', { ...command, requestedAt: now.toISOString() })]
}

/**
 * Retries a failed job at once.
 * Resolves to false for an unknown id.
 */
export type JobRetrier = (id: string) => Promise<boolean>

export function createAdminOperationHandlers(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  retryJob: JobRetrier,
): Handlers {
  return {
    async operate({ body, principal: { userId: requestedBy }, envelope }) {
      if ('retry' in body) {
        // Retries the job once per command.
        // A repeated command, or another attempt to append, must not retry it again.
        const isRepeated = await hasCommand(store, rebuildRequestsAggregate.stream(), envelope.commandId)
        const isRetried = !isRepeated && (await retryJob(body.retry))
        const decide = () =>
          isRetried
            ? [
                createEvent('JobRetried', {
                  jobId: body.retry,
                  retriedBy: requestedBy,
                  retriedAt: clock().toISOString(),
                }),
              ]
            : reject('conflict', msg`This job is not waiting for a retry.`)
        const handled = await handleCommand(
          store,
          rebuildRequestsAggregate.stream(),
          rebuildRequestsAggregate,
          decide,
          envelope,
        )
        return isRejection(handled) ? handled : { message: msg`Retrying the job`, position: handled.position }
      }
      const target = body.rebuild
      const decide = (state: RebuildRequestsState) => requestRebuild({ target, requestedBy }, state, clock())
      const handled = await handleCommand(
        store,
        rebuildRequestsAggregate.stream(),
        rebuildRequestsAggregate,
        decide,
        envelope,
      )
      if (isRejection(handled)) return handled
      const message =
        target === POLICIES_TARGET
          ? msg`Rebuilding the data of the background rules from the log`
          : msg`Rebuilding the screen data ${{ view: target }}`
      return { message, position: handled.position }
    },
  }
}
