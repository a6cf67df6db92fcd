/** Stream of repairs: restores and withdrawn checkpoints. */
import { singleStream } from '../kernel/category.ts'

interface RepairsState {
  /** Hours of the withdrawn checkpoints. */
  withdrawn: readonly string[]
}

export const repairs = singleStream<RepairsState, 'repairs'>(
  'repairs',
  { withdrawn: [] },
  {
    LogRestored: (state) => state,
    CheckpointWithdrawn: (state, { checkpointId }) => ({ withdrawn: [...state.withdrawn, checkpointId] }),
  },
)
