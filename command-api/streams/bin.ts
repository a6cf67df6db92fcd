/** A resident's bin: the stream that reports and collections both decide on, so that one open report is the log's own rule. */
import type { Event, EventData } from '#contract/events.ts'
import type { Aggregate } from '../kernel/decider.ts'

export interface Bin {
  /** How many reports there have been. */
  reports: number
  /** The report that waits for collection. */
  open?: EventData<'BinReportedFull'>
  /** The report that was collected last, and the dispatch that it belonged to. */
  last?: { reportId: string; collectionId?: string }
}

export const bin: Aggregate<Bin> = {
  initial: { reports: 0 },
  evolve(state, event: Event): Bin {
    switch (event.type) {
      case 'BinReportedFull':
        return { ...state, reports: state.reports + 1, open: event.data }
      case 'ReportConfirmed':
        return state.open ? { ...state, open: { ...state.open, unconfirmed: undefined } } : state
      case 'ReportCollected':
        return {
          reports: state.reports,
          last: { reportId: event.data.reportId, collectionId: event.data.collectionId },
        }
      default:
        return state
    }
  },
}

export const binStream = (userId: string) => `bin-${userId}`

/** A report's id names its bin and counts within it: the third report of u1 is `u1.3`. */
export const reportIdOf = (userId: string, number: number) => `${userId}.${number}`

/** The owner of a report, or undefined when the text is no report id. */
export const reporterOf = (reportId: string) => /^(u[\w-]+)\.\d+$/.exec(reportId)?.[1]
