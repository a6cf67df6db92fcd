/** The collections' commands at the door: mark a report collected, schedule a zone's collection, move a schedule. */
import type { EventOf } from '#contract/events.ts'
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { bin, binStream, reporterOf } from '../bin.ts'
import { isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { changeSchedule } from './change-schedule.ts'
import { markCollected } from './mark-collected.ts'
import { moveSchedule } from './move-schedule.ts'
import { toSchedules } from './schedule-answers.ts'
import { scheduleCollection } from './schedule-collection.ts'

export function collectionRoutes(kernel: Kernel): Handlers {
  const { store, sealer, clock } = kernel
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

    async scheduleCollection({ body, principal, commandId, fingerprint }) {
      const scheduled = await scheduleCollection(kernel, body, { commandId, fingerprint, actor: principal.userId })
      if (isRejection(scheduled)) return scheduled
      return { schedules: await toSchedules(scheduled.schedules, sealer), position: String(scheduled.position) }
    },

    async changeSchedule({ params: { id: scheduleId }, body, principal, commandId, fingerprint }) {
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const changed = await changeSchedule(kernel, { scheduleId, ...body }, moveSchedule, envelope)
      if (isRejection(changed)) return changed
      const [schedule] = await toSchedules(changed.state.schedule ? [changed.state.schedule] : [], sealer)
      if (!schedule) return reject('not-found', 'There is no such schedule.')
      return { schedule, position: String(changed.position) }
    },
  }
}
