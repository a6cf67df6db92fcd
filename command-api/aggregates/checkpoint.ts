/** Hourly checkpoint of the log, signed once and mailed to each auditor once; and the signing keys so far. */
import type { EventData } from '#contract/events.ts'
import { defineAggregate, defineSingleStreamAggregate } from '../kernel/category.ts'

export interface CheckpointState {
  made?: EventData<'CheckpointMade'>
  /** Ids of the auditors to whom the checkpoint was mailed. */
  mailedTo: readonly string[]
}

export const checkpoint = defineAggregate<CheckpointState, 'checkpoint'>(
  'checkpoint',
  { mailedTo: [] },
  {
    CheckpointMade: (state, made) => ({ ...state, made }),
    CheckpointMailed: (state, { userId }) => ({ ...state, mailedTo: [...state.mailedTo, userId] }),
  },
)

/** Stream with the number of the current signing key. */
export const checkpointKey = defineSingleStreamAggregate<{ number: number }, 'checkpointkey'>(
  'checkpointkey',
  { number: 1 },
  { CheckpointKeyChanged: (_, { number }) => ({ number }) },
)
