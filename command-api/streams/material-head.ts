/** The material heads of the built-in detector: how often they were refitted, whether somebody wants that, and what is in use. */
import type { HeadInUse } from '#contract/waste/refits.ts'
import { single } from '../kernel/category.ts'

export interface MaterialHead {
  /** The latest refit that was made, or failed; 0 before the first. */
  done: number
  /** Asked for and not done. */
  asked?: { refit: number; requestedAt: string }
  /** Absent where the shipped heads are in use. */
  inUse?: HeadInUse
  /** The photos that this learned from. */
  learnedFrom: readonly string[]
}

const ended = ({ asked: _, ...state }: MaterialHead, done: number): MaterialHead => ({ ...state, done })

export const materialHead = single<MaterialHead, 'material-head'>(
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
