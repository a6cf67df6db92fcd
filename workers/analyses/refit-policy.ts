/** Refit policy: what people corrected is learned from once there is enough of it, or when somebody asks; one refit at a time. */
import type { Event } from '#contract/events.ts'
import { ENOUGH_CORRECTED } from '#contract/waste/refits.ts'
import type { Policy } from '../runner/policy.ts'

export function createRefitPolicy(): Policy {
  /** Corrected since the last refit ended; what was corrected while it was made is in the next one all the same. */
  const corrected = new Set<string>()
  let [done, isAsked] = [0, false]

  function ended(refit: number): void {
    done = refit
    isAsked = false
    corrected.clear()
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'AnalysisCorrected':
          if (data.after.boxes.length > 0) corrected.add(data.analysisId)
          return
        case 'RefitRequested':
          isAsked = true
          return
        case 'MaterialHeadRefitted':
        case 'RefitFailed':
          return ended(data.refit)
      }
    },
    outstanding() {
      if (!isAsked && corrected.size < ENOUGH_CORRECTED) return []
      const refit = done + 1
      return [{ id: `refit-${refit}`, job: 'refit', data: { refit } }]
    },
  }
}
