/** A resident's bin: the stream that reports and collections both decide on, so that one open report is the log's own rule. */
import type { EventData } from '#contract/events.ts'
import { category } from '../kernel/category.ts'

type Reported = Omit<EventData<'BinReportedFull'>, 'told'>

export interface OpenReport extends Reported {
  /** Which it was before it was opened again. */
  previousId?: string
}

export interface Bin {
  /** How many reports there have been; one that was opened again counts anew. */
  reports: number
  /** The report that waits for collection. */
  open?: OpenReport
  /** The report that was collected last, and the dispatch that it belonged to. */
  last?: Reported & { collectedAt: string; dispatchId?: string }
}

export const bin = category<Bin, 'bin'>(
  'bin',
  { reports: 0 },
  {
    BinReportedFull: (state, { told: _, ...open }) => ({ ...state, reports: state.reports + 1, open }),
    ReportConfirmed: (state) => (state.open ? { ...state, open: { ...state.open, unconfirmed: undefined } } : state),
    ReportCollected: ({ reports, open }, { collectedAt, dispatchId }) => ({
      reports,
      last: open && { ...open, collectedAt, dispatchId },
    }),
    ReportReopened: ({ reports }, open) => ({ reports: reports + 1, open }),
  },
)

/** A report's id names its bin and counts within it: the third report of u1 is `u1.3`. */
export const reportIdOf = (userId: string, number: number) => `${userId}.${number}`

/** Whether a bin has had a report of this id. */
export function hasReport({ reports }: Bin, reportId: string): boolean {
  const number = Number(reportId.slice(reportId.lastIndexOf('.') + 1))
  return number >= 1 && number <= reports
}

/** The owner of a report, or undefined when the text is no report id. */
export const reporterOf = (reportId: string) => /^(u[\w-]+)\.\d+$/.exec(reportId)?.[1]
