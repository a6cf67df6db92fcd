/** Reasons why an hourly checkpoint does not fit the log. */

/** Kinds of faults: more events than the log has, other events, or an invalid signature. */
export const CHECKPOINT_FAULTS = ['size', 'root', 'signature'] as const
export type CheckpointFault = (typeof CHECKPOINT_FAULTS)[number]
