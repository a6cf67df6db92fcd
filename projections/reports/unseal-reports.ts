/** Opens report rows at the edge: unseals names and descriptions for readers who may see them. */
import type { Report } from '#contract/views.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ReportRow } from './reports-view.ts'

/**
 * Returns reports in row order.
 * Erased persons are named 'Erased resident'.
 */
export async function unsealReports(
  rows: readonly ReportRow[],
  sealer: Sealer,
  { withName }: { withName: boolean },
): Promise<Report[]> {
  const opened = await sealer.open<{ name: string; description?: string }>(
    rows.map(({ userId, sealed }) => ({ personId: userId, sealed })),
  )
  return rows.map(
    ({ id, userId, zone, status, timestamp, collectedAt, reopenedAt, unconfirmed, simulated, scheduleIds }, index) => ({
      id,
      userId,
      zone,
      description: opened[index]?.description,
      timestamp,
      status,
      collectedAt,
      reopenedAt,
      ...(unconfirmed && { unconfirmed }),
      simulated,
      ...(withName && { resident_name: opened[index]?.name ?? 'Erased resident' }),
      ...(withName && scheduleIds && scheduleIds.length > 0 && { scheduleIds: [...scheduleIds] }),
    }),
  )
}
