/** Refit policy: requests a refit after enough corrections or on request. Only one runs at a time. */

import { AUTOMATIC_REFIT_PHOTOS } from '#contract/analyses/refits.ts'
import type { Event } from '#contract/events.ts'
import type { Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, unstoredState } from '../runner/policy-state.ts'

export function createHeadRefitPolicy(keep: OpenPolicyStatePart = unstoredState): Policy {
  /** Analyses that were corrected since the last refit ended. A correction during a refit counts for the next refit. */
  const corrected = keep('corrected', new Set<string>())
  /** `done` is the number of the last refit that ended. `isAsked` is true if a person has requested a refit. */
  const refits = keep('refits', { done: 0, isAsked: false })

  function ended(refit: number): void {
    refits.done = refit
    refits.isAsked = false
    corrected.clear()
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'AnalysisCorrected':
          if (data.after.boxes.length > 0) corrected.add(data.analysisId)
          return
        case 'RefitRequested':
          refits.isAsked = true
          return
        case 'MaterialHeadRefitted':
        case 'RefitFailed':
          return ended(data.refit)
      }
    },
    outstanding() {
      if (!refits.isAsked && corrected.size < AUTOMATIC_REFIT_PHOTOS) return []
      const refit = refits.done + 1
      return [{ id: `refit-${refit}`, job: 'refit', data: { refit } }]
    },
  }
}
