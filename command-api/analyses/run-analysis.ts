/**
 * StartAnalysis, CompleteAnalysis and FailAnalysis: a worker reports about an attempt.
 * They do nothing once the analysis has ended.
 */
import type { z } from 'zod'
import type {
  CompleteAnalysisCommand as Complete,
  FailAnalysisCommand as Fail,
  StartAnalysisCommand as Start,
} from '#contract/internal-commands.ts'
import type { AnalysisState } from '../aggregates/analysis.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type WithoutType<T extends z.ZodType<{ type: string }>> = Omit<z.infer<T>, 'type'>

/**
 * Maximum number of starts of an analysis.
 * If the worker crashes each time, the photo or the detector is at fault.
 */
const MOST_STARTS = 4

const isOpen = ({ known }: AnalysisState, attempt: number) =>
  known !== undefined && known.attempt === attempt && (known.state === 'queued' || known.state === 'running')

export const startAnalysis: Decider<WithoutType<typeof Start>, AnalysisState, 'analysis'> = (command, state, now) => {
  const at = now.toISOString()
  const starts = state.known?.starts ?? 0
  if (!isOpen(state, command.attempt)) return []
  if (starts < MOST_STARTS) return [createEvent('AnalysisStarted', { ...command, start: starts + 1, startedAt: at })]
  const reason = `The server stopped ${MOST_STARTS} times while analysing this photo. Please send another one.`
  return [createEvent('AnalysisFailed', { ...command, reason, failedAt: at })]
}

export const completeAnalysis: Decider<WithoutType<typeof Complete>, AnalysisState, 'analysis'> = (
  command,
  state,
  now,
) =>
  isOpen(state, command.attempt)
    ? [createEvent('AnalysisCompleted', { ...command, completedAt: now.toISOString() })]
    : []

export const failAnalysis: Decider<WithoutType<typeof Fail>, AnalysisState, 'analysis'> = (command, state, now) =>
  isOpen(state, command.attempt) ? [createEvent('AnalysisFailed', { ...command, failedAt: now.toISOString() })] : []
