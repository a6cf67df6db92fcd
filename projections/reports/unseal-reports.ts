/** Decrypts report rows for an answer: names and descriptions, for readers who may see them. */
import { pictureUrl } from '#contract/pictures/pictures.ts'
import { reportEndpointRoutes as routes } from '#contract/reports/routes.ts'
import type { Report, StopOutcomeView } from '#contract/views.ts'
import { isServiceClockStopped } from '#domain/stop-outcomes.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ReportRow, StopOutcomeRow } from './reports-view.ts'

/** Returns reports in the order of the rows. Erased people are named 'Erased resident'. */
export async function unsealReports(
  rows: readonly ReportRow[],
  sealer: Sealer,
  { withName }: { withName: boolean },
): Promise<Report[]> {
  const opened = await sealer.open<{ name: string; description?: string }>(
    rows.map(({ userId, sealed }) => ({ personId: userId, sealed })),
  )
  const notes = await unsealNotes(rows, sealer)
  return rows.map(
    (
      {
        served,
        id,
        userId,
        zone,
        status,
        timestamp,
        collectedAt,
        reopenedAt,
        unconfirmed,
        simulated,
        scheduleIds,
        via,
      },
      index,
    ) => ({
      id,
      userId,
      zone,
      description: opened[index]?.description,
      timestamp,
      status,
      collectedAt,
      reopenedAt,
      ...(unconfirmed && { unconfirmed }),
      ...(served && {
        served: toStopOutcomeView(id, opened[index] ? served : withoutProof(served), notes.get(id), withName),
      }),
      simulated,
      ...(withName && via && { via }),
      ...(withName && { resident_name: opened[index]?.name ?? 'Erased resident' }),
      ...(withName && scheduleIds && scheduleIds.length > 0 && { scheduleIds: [...scheduleIds] }),
    }),
  )
}

/** Returns the decrypted notes of crews, by report. */
export async function unsealNotes(
  rows: readonly Pick<ReportRow, 'id' | 'userId' | 'served'>[],
  sealer: Sealer,
): Promise<Map<string, string | undefined>> {
  const noted = rows.flatMap(({ id, userId: personId, served }) =>
    served?.sealedNote ? [{ id, personId, sealed: served.sealedNote }] : [],
  )
  const opened = await sealer.open<{ note?: string }>(noted)
  return new Map(noted.map(({ id }, index) => [id, opened[index]?.note]))
}

/** Returns the outcome of an erased resident's stop. It still counts, but shows nothing of the place. */
export const withoutProof = ({
  outcome,
  exception,
  afterLoad,
  vehicleId,
  driverId,
  at,
}: StopOutcomeRow): StopOutcomeRow => ({
  outcome,
  ...(exception && { exception }),
  ...(afterLoad && { afterLoad }),
  vehicleId,
  driverId,
  at,
})

/** Returns the outcome of a stop. Residents do not receive the truck's figures. */
export function toStopOutcomeView(
  reportId: string,
  { outcome, exception, picture, placed, metres, afterLoad, vehicleId, at }: StopOutcomeRow,
  note: string | undefined,
  isStaff: boolean,
): StopOutcomeView {
  const ownUrl = `/api${routes.reportPicture.path.replace(':id', encodeURIComponent(reportId))}`
  return {
    outcome,
    exception,
    at,
    note,
    ...(picture && { picture_url: isStaff ? pictureUrl(picture) : ownUrl }),
    placed,
    ...(isStaff && { metres, vehicleId, afterLoad }),
    ...(isServiceClockStopped(exception) && { clockStopped: true }),
  }
}
