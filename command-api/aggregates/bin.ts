/** Bin of a resident. One stream decides about reports and collections, so that only one report can be open. */
import type { EventData } from '#contract/events.ts'
import { defineAggregate } from '../kernel/category.ts'

type ReportedData = Omit<EventData<'BinReportedFull'>, 'told'>

interface OpenReport extends ReportedData {
  /** Id of the report before its reopening, if it was reopened. */
  previousId?: string
}

export interface Bin {
  /** Number of the bin's reports. A reopened report counts again. */
  reports: number
  open?: OpenReport
  /** The report that was collected last, and its dispatch. */
  last?: ReportedData & { collectedAt: string; collectedBy: string; dispatchId?: string }
  /** What the driver last recorded about a report of this bin. */
  served?: EventData<'StopServed'>
  /** Location of the bin, sealed under the resident's key. */
  place?: string
}

export const bin = defineAggregate<Bin, 'bin'>(
  'bin',
  { reports: 0 },
  {
    BinReportedFull: (state, { told: _, ...open }) => ({ ...state, reports: state.reports + 1, open }),
    ReportConfirmed: (state) => (state.open ? { ...state, open: { ...state.open, unconfirmed: undefined } } : state),
    ReportCollected: ({ open, ...state }, { collectedAt, collectedBy, dispatchId }) => ({
      ...state,
      last: open && { ...open, collectedAt, collectedBy, dispatchId },
    }),
    ReportReopened: ({ last: _, ...state }, open) => ({ ...state, reports: state.reports + 1, open }),
    StopServed: (state, served) => ({ ...state, served }),
    BinPlaced: (state, { sealed: place }) => ({ ...state, place }),
  },
)

/** Returns a report id such as `u1.3` for the third report of u1. */
export const reportIdOf = (userId: string, number: number) => `${userId}.${number}`

/** Returns whether a report of this id belongs to the bin. */
export function hasReport({ reports }: Bin, reportId: string): boolean {
  const number = Number(reportId.slice(reportId.lastIndexOf('.') + 1))
  return number >= 1 && number <= reports
}

/** Returns the owner of a report; undefined for an invalid report id. */
export const reporterOf = (reportId: string) => /^(u[\w-]+)\.\d+$/.exec(reportId)?.[1]
