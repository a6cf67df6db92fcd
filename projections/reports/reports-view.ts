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
  },
})
