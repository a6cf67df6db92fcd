/**
 * TellWaiting: notifies residents with an open report in a zone about a truck.
 * Each is notified once, so the command can stop and resume.
 */

import type { NotifyWaitingResidentsCommand, ResidentNotice } from '#contract/internal-commands.ts'
import { vehicleIdOfSchedule } from '#domain/planning.ts'
import { reporterOf } from '../aggregates/bin.ts'
import { createTruckAndScheduleAggregate } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { processInBatches } from '../kernel/in-batches.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readReportsOpenAt } from '../lookups/city.ts'

/**
 * Notifies a zone's residents about a scheduled collection, a departure or missed bins.
 * Skips residents who reported later, because they already see the truck on their screen.
 * Notifies of departures and missed bins only residents whose reports are assigned to the truck.
 */
export async function notifyWaitingResidents(
  kernel: Kernel,
  { kind, zone, subject, at, window }: Omit<NotifyWaitingResidentsCommand, 'type'>,
  tell: (notice: ResidentNotice) => Promise<void>,
): Promise<void> {
  const hasEnded = kind === 'missed'
  const waiting = await readReportsOpenAt(await kernel.rows.upToNow('reports'), zone, at, hasEnded)
  const concerned = kind === 'schedule' ? undefined : await setOutFor(kernel, subject)
  const userIds = waiting.flatMap((reportId) =>
    concerned?.has(reportId) === false ? [] : (reporterOf(reportId) ?? []),
  )
  await processInBatches(userIds, async (some) => {
    await Promise.all(some.map((userId) => tell({ kind, userId, zone, subject, at, window })))
  })
}

/** Returns the reports assigned to a collection. */
async function setOutFor({ store }: Kernel, scheduleId: string): Promise<ReadonlySet<string>> {
  const { schedule } = await loadState(
    store,
    vehicleAggregate.stream(vehicleIdOfSchedule(scheduleId) ?? ''),
    createTruckAndScheduleAggregate(scheduleId),
  )
  return new Set(schedule?.reportIds)
}
