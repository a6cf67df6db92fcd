/**
 * RequestAnalysis: requests the analysis of a photo, unless it was analysed or is queued.
 * Repeats a failed one.
 */
import type { EventData } from '#contract/events.ts'
import type { AnalysisState } from '../aggregates/analysis.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

type RequestAnalysis = Omit<EventData<'AnalysisRequested'>, 'attempt' | 'requestedAt'>

export const requestAnalysis: Decide<RequestAnalysis, AnalysisState, 'analysis'> = (command, { known }, now) => {
  if (known && known.state !== 'failed') return []
  return [
    createEvent('AnalysisRequested', {
      ...command,
      attempt: (known?.attempt ?? 0) + 1,
      requestedAt: now.toISOString(),
    }),
  ]
}
