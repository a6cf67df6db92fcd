/** Material heads (classifiers of materials) of the built-in waste detector: open refit, ended refits, head in use. */
import type { MaterialHeadCorrection } from '#contract/analyses/refits.ts'
import { defineSingleStreamAggregate } from '../kernel/category.ts'

export interface MaterialHeadState {
  /** Number of the last ended refit, completed or failed; 0 before the first. */
  done: number
  /** The open request of a refit, not yet completed. */
  asked?: { refit: number; requestedAt: string }
  /** Refitted material head in use; absent while the heads that the detector was shipped with are in use. */
  inUse?: MaterialHeadCorrection
  /** Photos that the head in use learned from. */
  learnedFrom: readonly string[]
}

const ended = ({ asked: _, ...state }: MaterialHeadState, done: number): MaterialHeadState => ({ ...state, done })

export const materialHead = defineSingleStreamAggregate<MaterialHeadState, 'material-head'>(
  'material-head',
  { done: 0, learnedFrom: [] },
  {
    RefitRequested: (state, { refit, requestedAt }) => ({ ...state, asked: { refit, requestedAt } }),
    MaterialHeadRefitted: (state, { refit, version, base, weights, taken, learnedFrom }) => ({
      ...ended(state, refit),
      ...(taken && weights !== undefined && { inUse: { version, base, weights }, learnedFrom }),
    }),
    RefitFailed: (state, { refit }) => ended(state, refit),
  },
)
