/** Constants of the audit: kinds of security entries, faults of checkpoints, search fields and limits. */

/** Kinds of entries in the security log. */
export const SECURITY_KINDS = [
  'signed-in',
  'refused',
  'locked',
  'signed-out',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
  'second-factor-dropped',
  'recovery-code-used',
  'forged-internal-call',
] as const
export type SecurityKind = (typeof SECURITY_KINDS)[number]

/**
 * Reasons why a checkpoint is faulty.
 * The log has fewer or other events than the checkpoint signs, or the signature is invalid.
 */
export const CHECKPOINT_FAULTS = ['size', 'root', 'signature'] as const
export type CheckpointFault = (typeof CHECKPOINT_FAULTS)[number]

/** Fields by which auditors can look people up. */
export const LOOK_UP_FIELDS = ['name', 'email'] as const
export type LookUpField = (typeof LOOK_UP_FIELDS)[number]

/** Maximum number of searches for people that an auditor may make per hour. */
export const MAX_LOOK_UPS_PER_HOUR = 20
/**
 * Maximum number of people per result.
 * Above it, only their number is returned.
 */
export const MAX_FOUND_PEOPLE = 10
