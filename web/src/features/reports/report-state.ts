/** State of a resident's reports: filters, open report, and reasons why bins were not emptied. */

import { t } from '@lingui/core/macro'
import type { Report, StopOutcomeView } from '#contract/views.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import type { RowFilter } from '#web/ui/fields.tsx'

/** A filter tile of a resident's reports. */
export type ReportFilter = RowFilter<Report>

/**
 * Returns the filter tiles.
 * The first tile matches every report.
 */
export const getReportFilters = (): readonly [ReportFilter, ...ReportFilter[]] => [
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

/**
 * Returns the resident's open report.
 * There is at most one.
 */
export function findOpenReport(reports: readonly Report[]): Report | undefined {
  return reports.find(({ status }) => status === 'new' || status === 'in-progress')
}

/** Reasons why bins were left and what to do, as in notifications. */
const uncollectedReasons = (time: string): Record<StopException, string> => ({
  'not-out': t`Your bin was not out at ${time}. Put it out. We will come again.`,
  'no-access': t`We could not reach your bin at ${time}. Please clear the way. We will come again.`,
  safety: t`It was not safe to empty your bin at ${time}. We will come again.`,
  'no-payment': t`We did not empty your bin at ${time}, because a payment is due. We will come again after you pay.`,
  delay: t`We could not empty your bin at ${time} because of a delay. We will come again.`,
  damage: t`Your bin is damaged, so we could not empty it at ${time}. Please have it repaired. We will come again.`,
  overloaded: t`Your bin was too full to be emptied at ${time}. Please take something out. We will come again.`,
  'extra-item': t`Things beside your bin were in the way at ${time}. Please remove them. We will come again.`,
  special: t`We did not empty your bin at ${time}, because it has waste that needs a special collection.`,
  contamination: t`We did not empty your bin at ${time}, because it has waste that does not belong in it. Please sort the waste.`,
  'service-review': t`We did not empty your bin at ${time}, because we are reviewing your service. We will come again.`,
  weight: t`Your bin was too heavy to be emptied at ${time}. Please take something out. We will come again.`,
})

/**
 * Returns why the driver did not collect a bin.
 * Undefined if the bin was collected.
 */
export const describeUncollectedReason = ({ outcome, exception }: StopOutcomeView, time: string): string | undefined =>
  outcome === 'exception' && exception ? uncollectedReasons(time)[exception] : undefined
