/** ChangeCheckpointKey: another key signs checkpoints from now on, with the previous key beside it. */
import type { EventData } from '#contract/events.ts'
import { event } from '../kernel/decider.ts'

export type ChangeCheckpointKey = Omit<EventData<'CheckpointKeyChanged'>, 'changedAt'>

/**
 * `number` belongs to the key made for this command.
 * A concurrent change uses it up.
 */
export const changeCheckpointKey = (command: ChangeCheckpointKey, now: Date) => [
  event('CheckpointKeyChanged', { ...command, changedAt: now.toISOString() }),
]
