/**
 * RequestRefit, RecordRefit and FailRefit: request and result of a refit.
 * A refit retrains layers of the detector's material classifiers (heads).
 * Each refit has exactly one result.
 */

import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import {
  correctedAnalysesQuery,
  type FailRefitCommand,
  MIN_CORRECTED_PHOTOS,
  type RecordRefitCommand,
  selectPhotosNotYetLearned,
} from '#contract/analyses/refits.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { materialHeadAggregate, type RetrainedDetectorState } from '../aggregates/analysis.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface RequestRefit {
  requestedBy: string
  /** Corrected photos from which the current heads have not learned. */
  waiting: number
}

export const requestHeadRefit: Decider<RequestRefit, RetrainedDetectorState, 'material-head'> = (
  { requestedBy, waiting },
  { asked, done },
  now,
) => {
  // A refit is already requested, whose job retries until it ends.
  // A second request would only cause delay.
  if (asked) return []
  if (waiting < MIN_CORRECTED_PHOTOS)
    return reject(
      'conflict',
      msg`${plural({ waiting }, { one: '# photo has', other: '# photos have' })} been corrected since the detector last learned. To learn again, it needs ${{ needed: MIN_CORRECTED_PHOTOS }}.`,
    )
  return [createEvent('RefitRequested', { refit: done + 1, requestedBy, requestedAt: now.toISOString() })]
}

export const recordHeadRefit: Decider<Omit<RecordRefitCommand, 'type'>, RetrainedDetectorState, 'material-head'> = (
  made,
  { done },
  now,
) => (made.refit === done + 1 ? [createEvent('MaterialHeadRefitted', { ...made, refittedAt: now.toISOString() })] : [])

export const failHeadRefit: Decider<Omit<FailRefitCommand, 'type'>, RetrainedDetectorState, 'material-head'> = (
  failed,
  { done },
  now,
) => (failed.refit === done + 1 ? [createEvent('RefitFailed', { ...failed, failedAt: now.toISOString() })] : [])

/** HTTP handler that requests a refit from people's corrections. */
export function createRefitHandlers({ store, rows, clock }: Pick<Kernel, 'store' | 'rows' | 'clock'>): Handlers {
  return {
    async refitHead({ principal: { userId: requestedBy }, envelope }) {
      const standing = await rows.standing('analyses')
      const corrected = await standing.find<Row & AnalysisProgress>('analyses', correctedAnalysesQuery)
      const decide = (state: RetrainedDetectorState) =>
        requestHeadRefit(
          { requestedBy, waiting: selectPhotosNotYetLearned(corrected, state.learnedFrom).length },
          state,
          clock(),
        )
      const asked = await handleCommand(store, materialHeadAggregate.stream(), materialHeadAggregate, decide, envelope)
      if (isRejection(asked)) return asked
      return { message: msg`The detector is learning from corrections.`, position: asked.position }
    },
  }
}
