/** Stream of repairs: restores of backups and withdrawn checkpoints. */
import { singleStream } from '../kernel/category.ts'

interface RepairsState {
  /** Hours whose checkpoint was withdrawn. */
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
