/** Signed hourly checkpoints of the log, as auditors read them. */
import type { HourlyCheckpoint } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface CheckpointRow extends Row, HourlyCheckpoint {
  id: string
}

export const toCheckpoint = ({ position: _, ...made }: CheckpointRow): HourlyCheckpoint => made

export const checkpointsView = defineView<CheckpointRow>({
  name: 'checkpoints',
  on: {
    CheckpointMade: {
      id: ({ checkpointId }) => checkpointId,
      row: (_, { data: { checkpointId: id, size, root, note, madeAt: made_at } }) => ({
        id,
        size,
        root,
        note,
        made_at,
        mailed: 0,
      }),
    },
    CheckpointWithdrawn: {
      id: ({ checkpointId }) => checkpointId,
      row: (row) => row && { ...row, withdrawn: true },
    },
    CheckpointMailed: {
      id: ({ checkpointId }) => checkpointId,
      row: (row) => row && { ...row, mailed: row.mailed + 1 },
    },
  },
})
