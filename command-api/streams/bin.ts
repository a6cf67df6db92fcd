/** A resident's bin: the stream that reports and collections both decide on, so that one open report is the log's own rule. */
import type { EventData } from '#contract/events.ts'
import { category } from '../kernel/category.ts'

export interface Bin {
  /** How many reports there have been. */
  reports: number
  /** The report that waits for collection. */
  open?: EventData<'BinReportedFull'>
  /** The report that was collected last, and the dispatch that it belonged to. */
  last?: { reportId: string; dispatchId?: string }
}

export const bin = category<Bin, 'bin'>(
  'bin',
  { reports: 0 },
  {
    BinReportedFull: (state, open) => ({ ...state, reports: state.reports + 1, open }),
    ReportConfirmed: (state) => (state.open ? { ...state, open: { ...state.open, unconfirmed: undefined } } : state),
    ReportCollected: ({ reports }, { reportId, dispatchId }) => ({ reports, last: { reportId, dispatchId } }),
  },
)

/** A report's id names its bin and counts within it: the third report of u1 is `u1.3`. */
export const reportIdOf = (userId: string, number: number) => `${userId}.${number}`

/** The owner of a report, or undefined when the text is no report id. */
export const reporterOf = (reportId: string) => /^(u[\w-]+)\.\d+$/.exec(reportId)?.[1]
