/** Stream of repairs: restores and withdrawn checkpoints. */
import { single } from '../kernel/category.ts'

export interface RepairsState {
  /** Hours of the withdrawn checkpoints. */
  withdrawn: readonly string[]
}

export const repairs = single<RepairsState, 'repairs'>(
  'repairs',
  { withdrawn: [] },
  {
    LogRestored: (state) => state,
    CheckpointWithdrawn: (state, { checkpointId }) => ({ withdrawn: [...state.withdrawn, checkpointId] }),
  },
)
