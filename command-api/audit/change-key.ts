/** ChangeCheckpointKey: from now on another key signs checkpoints, and the one before it beside it. */
import type { EventData } from '#contract/events.ts'
import { event } from '../kernel/decider.ts'

export type ChangeCheckpointKey = Omit<EventData<'CheckpointKeyChanged'>, 'changedAt'>

/** `number` is that of the key which was made for this; a change that came in between has taken it. */
export const changeCheckpointKey = (command: ChangeCheckpointKey, now: Date) => [
  event('CheckpointKeyChanged', { ...command, changedAt: now.toISOString() }),
]
