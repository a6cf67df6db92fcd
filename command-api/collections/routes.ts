/** HTTP handlers of collections: mark a report, schedule a zone, change a schedule. */

import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { EventOf } from '#contract/events.ts'
import type { Handlers } from '#platform/http/api.ts'
import { vehicleOf } from '#rules/planning.ts'
import { type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { refuseSite } from '../rows/city.ts'
import { type Bin, reporterOf } from '../streams/bin.ts'
import { handleBin } from '../streams/handle-bin.ts'
import { type TruckAndSchedule, toSchedules, truckWith } from '../streams/schedule.ts'
import { vehicle } from '../streams/vehicle.ts'
import { burstRoutes } from './burst.ts'
import { changeSchedule } from './change-schedule.ts'
import { dispatchRoutes } from './dispatch-routes.ts'
import { markCollected } from './mark-collected.ts'
import { moveSchedule } from './move-schedule.ts'
import { reschedule } from './reschedule.ts'
import { scheduleCollection } from './schedule-collection.ts'
import { undoAtDoor } from './undo-cancellation.ts'

export function collectionRoutes(kernel: Kernel): Handlers {
  const { store, sealer, clock } = kernel

  async function answerSchedule(changed: Handled<TruckAndSchedule> | Rejection) {
    if (isRejection(changed)) return changed
    const [schedule] = await toSchedules(changed.state.schedule ? [changed.state.schedule] : [], sealer)
    return schedule ? { schedule, position: changed.position } : reject('not-found', 'There is no such schedule.')
  }

  return {
    ...dispatchRoutes(kernel),
    ...burstRoutes(kernel),

    async markReport({ params: { id: reportId }, body, principal, envelope }) {
      const reporter = reporterOf(reportId)
      if (!reporter) return reject('not-found', 'There is no such report.')
      const siteId = body.dumpingSiteId
      const command = { reportId, collectedBy: principal.userId, siteId }
      const gather = async () => {
        const refused = siteId ? await refuseSite(kernel, siteId) : undefined
        return refused ?? {}
      }
      const decide = (state: Bin) => markCollected(command, state, clock())
      const handled = await handleBin(kernel, reporter, { gather, decide }, envelope)
      if (isRejection(handled)) return handled
      const collected = handled.events.find(
        (event): event is EventOf<'ReportCollected'> => event.type === 'ReportCollected',
      )
      if (!collected) return reject('internal', 'The collection was not recorded.')
      const { userId, zone, reportedAt: timestamp, collectedAt } = collected.data
      return {
        report: { id: reportId, userId, zone, timestamp, collectedAt, status: 'collected' },
        position: handled.position,
      }
    },

    async scheduleCollection({ body, envelope }) {
      const scheduled = await scheduleCollection(kernel, body, envelope)
      if (isRejection(scheduled)) return scheduled
      return { schedules: await toSchedules(scheduled.schedules, sealer), position: scheduled.position }
    },

    async changeSchedule({ params: { id: scheduleId }, body, envelope }) {
      return answerSchedule(await changeSchedule(kernel, { scheduleId, ...body }, moveSchedule, envelope))
    },

    async undoCancellation({ params: { id: scheduleId }, envelope }) {
      return answerSchedule(await undoAtDoor(kernel, scheduleId, envelope))
    },

    async reschedule({ params: { id: scheduleId }, body, principal, envelope }) {
      const vehicleId = vehicleOf(scheduleId)
      if (!vehicleId) return reject('not-found', 'There is no such schedule.')
      const command = { start: new Date(body.scheduledStart), by: principal.userId }
      const decide = (state: TruckAndSchedule) => reschedule(command, state, clock())
      return answerSchedule(await handle(store, vehicle.stream(vehicleId), truckWith(scheduleId), decide, envelope))
    },
  }
}
