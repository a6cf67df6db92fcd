/** Why an hourly checkpoint in the log does not fit the log. */

/** It is over more events than came before it, over other events, or not signed by a key of this installation. */
export const CHECKPOINT_FAULTS = ['size', 'root', 'signature'] as const
export type CheckpointFault = (typeof CHECKPOINT_FAULTS)[number]
