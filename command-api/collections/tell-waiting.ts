/**
 * TellWaiting: notifies a zone's waiting residents about a truck.
 * It can stop and resume, because each is notified once.
 */

import type { ResidentNotice, TellWaiting } from '#contract/system-commands.ts'
import { vehicleOf } from '#rules/planning.ts'
import { inParts } from '../kernel/in-parts.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { readWaiting } from '../rows/city.ts'
import { reporterOf } from '../streams/bin.ts'
import { truckWith } from '../streams/schedule.ts'
import { vehicle } from '../streams/vehicle.ts'

/**
 * Notifies residents who had reported by then; later reporters see it on their board.
 * Departures and missed bins concern only residents whose reports were assigned.
 */
export async function tellWaiting(
  kernel: Kernel,
  { kind, zone, subject, at, window }: Omit<TellWaiting, 'type'>,
  tell: (notice: ResidentNotice) => Promise<void>,
): Promise<void> {
  const hasEnded = kind === 'missed'
  const waiting = await readWaiting(await kernel.rows.upToNow('reports'), zone, at, hasEnded)
  const concerned = kind === 'schedule' ? undefined : await setOutFor(kernel, subject)
  const userIds = waiting.flatMap((reportId) =>
    concerned?.has(reportId) === false ? [] : (reporterOf(reportId) ?? []),
  )
  await inParts(userIds, async (some) => {
    await Promise.all(some.map((userId) => tell({ kind, userId, zone, subject, at, window })))
  })
}

/** Returns the reports assigned to a collection. */
async function setOutFor({ store }: Kernel, scheduleId: string): Promise<ReadonlySet<string>> {
  const { schedule } = await loadFrom(store, vehicle.stream(vehicleOf(scheduleId) ?? ''), truckWith(scheduleId))
  return new Set(schedule?.reportIds)
}
