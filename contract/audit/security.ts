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
