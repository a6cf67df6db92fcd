/**
 * FinishDispatch: notifies residents that their bins were collected.
 * It also records the collections, and one delivery per zone.
 * A retried job continues after the last completed write.
 */

import { isRejection } from '#contract/http/problems.ts'
import type { ResidentNotice } from '#contract/internal-commands.ts'
import type { Zone } from '#domain/city.ts'
import { type CollectDispatchedReportCommand, collectBin, reporterOf } from '../aggregates/bin.ts'
import { findTruckDispatch } from '../aggregates/vehicle.ts'
import { type BatchProcessor, processInBatches } from '../kernel/in-batches.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { recordDelivery } from './create-delivery.ts'

/**
 * Completes a dispatch: records its collected reports and its deliveries.
 * Throws if a write fails.
 * The retried job then continues with the remaining writes.
 */
export async function finishDispatch(
  kernel: Kernel,
  { vehicleId, dispatchId }: { vehicleId: string; dispatchId: string },
  tell: (notice: ResidentNotice) => Promise<void>,
  pace: BatchProcessor = processInBatches,
): Promise<void> {
  const { store } = kernel
  const dispatch = await findTruckDispatch(store, vehicleId, (sent) => sent.dispatchId === dispatchId)
  if (!dispatch) throw new Error(`There is no dispatch ${dispatchId}.`)
  const { siteId, dispatchedBy: collectedBy, dispatchedAt: collectedAt } = dispatch
  for (const load of dispatch.loads) {
    let takenByOthers = 0
    await pace(load.reportIds, async (some) => {
      // Notifies residents before recording the collection.
      // After a crash in between, a retried job would otherwise skip the notifications.
      await Promise.all(some.map((reportId) => tell(noticeOf(reportId, load.zone, collectedAt))))
      const commands = some.map((reportId) => ({ reportId, siteId, dispatchId, collectedBy, collectedAt }))
      const aboard = await Promise.all(commands.map((command) => collect(kernel, command)))
      takenByOthers += aboard.filter((isAboard) => !isAboard).length
    })
    const recorded = await recordDelivery(store, { dispatch, load, takenByOthers })
    if (isRejection(recorded)) throw new Error(`${load.deliveryId}: ${recorded.message}`)
  }
}

function noticeOf(subject: string, zone: Zone, at: string): ResidentNotice {
  return { kind: 'collected', userId: reporterOf(subject) ?? '', zone, subject, at }
}

/**
 * Records a report as collected by a dispatch.
 * Returns false if another dispatch has already collected it.
 */
async function collect(kernel: Kernel, command: CollectDispatchedReportCommand): Promise<boolean> {
  const { reportId, dispatchId } = command
  const { last } = await collectBin(kernel, command)
  return last?.reportId !== reportId || (last.dispatchId ?? dispatchId) === dispatchId
}
