/**
 * RequestRefit, RecordRefit and FailRefit: request and result of a refit of the detector's material classifiers
 * (heads).
 * Each refit ends once.
 */

import { type FailRefit, MIN_CORRECTED_PHOTOS, type RecordRefit } from '#contract/analyses/refits.ts'
import { reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import type { MaterialHeadState } from '../aggregates/material-head.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

interface RequestRefit {
  requestedBy: string
  /** Number of corrected photos from which the current heads have not learned. */
  waiting: number
}

export const requestHeadRefit: Decide<RequestRefit, MaterialHeadState, 'material-head'> = (
  { requestedBy, waiting },
  { asked, done },
  now,
) => {
  // A refit is already requested. Its job retries until it ends, so a second request would only cause delay.
  if (asked) return []
  if (waiting < MIN_CORRECTED_PHOTOS)
    return reject(
      'conflict',
      msg`${plural({ waiting }, { one: '# photo has', other: '# photos have' })} been corrected since the detector last learned. To learn again, it needs ${{ needed: MIN_CORRECTED_PHOTOS }}.`,
    )
  return [createEvent('RefitRequested', { refit: done + 1, requestedBy, requestedAt: now.toISOString() })]
}

export const recordHeadRefit: Decide<Omit<RecordRefit, 'type'>, MaterialHeadState, 'material-head'> = (
  made,
  { done },
  now,
) => (made.refit === done + 1 ? [createEvent('MaterialHeadRefitted', { ...made, refittedAt: now.toISOString() })] : [])

export const failHeadRefit: Decide<Omit<FailRefit, 'type'>, MaterialHeadState, 'material-head'> = (
  failed,
  { done },
  now,
) => (failed.refit === done + 1 ? [createEvent('RefitFailed', { ...failed, failedAt: now.toISOString() })] : [])
