/** Reasons why an hourly checkpoint does not fit the log. */

/** The checkpoint covers more events than exist, covers other events, or lacks a valid signature. */
export const CHECKPOINT_FAULTS = ['size', 'root', 'signature'] as const
export type CheckpointFault = (typeof CHECKPOINT_FAULTS)[number]
