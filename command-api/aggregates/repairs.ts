/** Stream of repairs: restores of backups and withdrawn checkpoints. */
import { defineSingleStreamAggregate } from '../kernel/category.ts'

interface LogRepairsState {
  /** Hours whose checkpoint was withdrawn. */
  withdrawn: readonly string[]
}

export const logRepairs = defineSingleStreamAggregate<LogRepairsState, 'repairs'>(
  'repairs',
  { withdrawn: [] },
  {
    LogRestored: (state) => state,
    CheckpointWithdrawn: (state, { checkpointId }) => ({ withdrawn: [...state.withdrawn, checkpointId] }),
  },
)
