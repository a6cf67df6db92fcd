/** Filters of a resident’s reports, and the search for the open report. */
import { t } from '@lingui/core/macro'
import type { Report } from '#contract/views.ts'
import type { RowFilter } from '#web/ui/fields.tsx'

/** A filter tile of a resident's reports. */
export type ReportFilter = RowFilter<Report>

/** Returns the filter tiles. The first tile matches every report. */
export const reportFilters = (): readonly [ReportFilter, ...ReportFilter[]] => [
  {
    key: 'total',
    label: t`Total`,
    includes: () => true,
    empty: {
      title: t`No reports yet`,
      text: t`When you report your bin as full, you can follow it here until it is collected.`,
    },
  },
  {
    key: 'pending',
    label: t`Pending`,
    includes: ({ status }) => status === 'new',
    empty: { title: t`No pending reports`, text: t`A report waits here until a truck is sent to your zone.` },
  },
  {
    key: 'in-progress',
    label: t`In Progress`,
    includes: ({ status }) => status === 'in-progress',
    empty: { title: t`No reports in progress`, text: t`A report moves here when a truck leaves for your zone.` },
  },
  {
    key: 'completed',
    label: t`Completed`,
    includes: ({ status }) => status === 'completed' || status === 'collected',
    empty: { title: t`No completed reports`, text: t`Reports of collected bins are listed here.` },
  },
]

/** Returns the resident's open report. There is at most one. */
export function findOpenReport(reports: readonly Report[]): Report | undefined {
  return reports.find(({ status }) => status === 'new' || status === 'in-progress')
}
