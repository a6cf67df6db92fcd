/** Decrypts names and descriptions of reports, for readers who may see them. */
import { createSchemaFieldPicker } from '#contract/fields.ts'
import { pictureUrlOf } from '#contract/pictures/pictures.ts'
import { reportEndpointRoutes as routes } from '#contract/reports/routes.ts'
import { OwnReport, Report, type StopOutcomeView } from '#contract/reports/views.ts'
import { isWaitingTimePaused } from '#domain/stop-outcomes.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { ReportRow, StopOutcomeRow } from './reports-view.ts'

const reportFields = createSchemaFieldPicker(Report)
const ownReportFields = createSchemaFieldPicker(OwnReport)

/**
 * Returns reports in row order.
 * Erased people are named 'Erased resident'.
 */
export async function unsealReports(
  rows: readonly ReportRow[],
  sealer: Sealer,
  { withName }: { withName: boolean },
): Promise<Report[]> {
  const opened = await sealer.open<{ name: string; description?: string }>(
    rows.map(({ userId, sealed }) => ({ personId: userId, sealed })),
  )
  const notes = await unsealNotes(rows, sealer)
  const fieldsOf = withName ? reportFields : ownReportFields
  return rows.map((row, index) => {
    const { id, served, scheduleIds = [] } = row
    const person = opened[index]
    const shown = {
      ...row,
      served: served && toStopOutcomeView(id, person ? served : withoutPlaceProof(served), notes.get(id), withName),
      scheduleIds: scheduleIds.length > 0 ? [...scheduleIds] : undefined,
    }
    return {
      ...fieldsOf(shown),
      description: person?.description,
      ...(withName && { resident_name: person?.name ?? 'Erased resident' }),
    }
  })
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

/** Returns the outcome of an erased resident's stop, without facts about the place. */
export const withoutPlaceProof = ({
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

/**
 * Returns a stop's outcome.
 * Residents do not receive the truck's figures.
 */
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
    ...(picture && { picture_url: isStaff ? pictureUrlOf(picture) : ownUrl }),
    placed,
    ...(isStaff && { metres, vehicleId, afterLoad }),
    ...(isWaitingTimePaused(exception) && { clockStopped: true }),
  }
}
