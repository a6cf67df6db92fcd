/** Reports: one row per bin report, open or collected; name and description sealed under the resident's key. */
import type { ReportStatus, Zone } from '#contract/city.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface ReportRow extends Row {
  userId: string
  zone: Zone
  status: ReportStatus
  open: boolean
  sealed: string
  timestamp: string
  collectedAt?: string
  collectedBy?: string
  /** The schedules whose trucks are on their way to it. */
  scheduleIds?: readonly string[]
}

/** An open report is in progress while a truck is on its way to it, and new again when none is. */
function onItsWay(row: Readonly<ReportRow> | undefined, scheduleIds: (before: readonly string[]) => string[]) {
  if (!row?.open) return undefined
  const after = scheduleIds(row.scheduleIds ?? [])
  const status: ReportStatus = after.length > 0 ? 'in-progress' : 'new'
  return { ...row, status, scheduleIds: after }
}

export const reportsView = defineView<ReportRow>({
  name: 'reports',
  on: {
    BinReportedFull: {
      id: (data) => data.reportId,
      row: (_, { reportId: id, userId, zone, sealed, reportedAt: timestamp }) => ({
        id,
        userId,
        zone,
        status: 'new',
        open: true,
        sealed,
        timestamp,
      }),
    },
    ReportCollected: {
      id: (data) => data.reportId,
      row: (row, { collectedAt, collectedBy }) =>
        row && { ...row, status: 'collected', open: false, collectedAt, collectedBy },
    },
    CollectionStarted: {
      id: (data) => data.reportIds,
      row: (row, { scheduleId }) => onItsWay(row, (before) => [...before, scheduleId]),
    },
    CollectionCancelled: {
      id: (data) => data.reportIds,
      row: (row, { scheduleId }) => onItsWay(row, (before) => before.filter((id) => id !== scheduleId)),
    },
  },
})
