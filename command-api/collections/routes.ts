/** The collections' command at the door: mark one report collected. */
import type { EventOf } from '#contract/events.ts'
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { bin, binStream, reporterOf } from '../bin.ts'
import { isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { markCollected } from './mark-collected.ts'

export function collectionRoutes({ store, clock }: Kernel): Handlers {
  return {
    async markReport({ params: { id: reportId }, body, principal, commandId, fingerprint }) {
      const reporter = reporterOf(reportId)
      if (!reporter) return reject('not-found', 'There is no such report.')
      const command = { reportId, collectedBy: principal.userId, siteId: body.dumpingSiteId }
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const decide = (state: typeof bin.initial) => markCollected(command, state, clock())
      const handled = await handle(store, binStream(reporter), bin, decide, envelope)
      if (isRejection(handled)) return handled
      const collected = handled.events.find((one): one is EventOf<'ReportCollected'> => one.type === 'ReportCollected')
      if (!collected) return reject('internal', 'The collection was not recorded.')
      const { userId, zone, reportedAt: timestamp, collectedAt } = collected.data
      return {
        report: { id: reportId, userId, zone, timestamp, collectedAt, status: 'collected' },
        position: String(handled.position),
      }
    },
  }
}
