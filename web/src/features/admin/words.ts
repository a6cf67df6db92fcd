/** How the admin's screens name roles, users and sizes. */

import type { SecurityKind } from '#contract/security.ts'
import type { AdminUser } from '#contract/views.ts'
import type { Role } from '#rules/city.ts'

export const roleLabels: Record<Role, string> = {
  resident: 'Resident',
  dispatcher: 'Dispatcher',
  recycler: 'Recycler',
  admin: 'Admin',
  auditor: 'Auditor',
}

/** What an admin calls a user; of an erased one nothing is left to call them by. */
export function nameOf({ name, erased }: Pick<AdminUser, 'name' | 'erased'>): string {
  return erased ? 'Erased resident' : name
}

/** '12.3 GB', '512 MB': in powers of 1,000, as disks are sold. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
  const value = count / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** The tone of a site's bar: red above 80 %, yellow above 60 %, otherwise green. */
export function utilizationTone(percent: number): 'critical' | 'progress' | 'done' {
  return percent > 80 ? 'critical' : percent > 60 ? 'progress' : 'done'
}

/** What each entry of the security log says. */
export const securityLabels: Record<SecurityKind, string> = {
  'signed-in': 'Signed in',
  refused: 'Refused',
  locked: 'Locked for 15 minutes',
  'signed-out': 'Signed out',
  'sessions-ended': 'Ended sessions',
  'password-changed': 'Changed the password',
  'password-reset': 'Reset the password',
  'second-factor-on': 'Second factor on',
  'second-factor-off': 'Second factor off',
  'second-factor-dropped': 'Second factor removed by an admin',
  'recovery-code-used': 'Used a recovery code',
  'forged-internal-call': 'Call with a wrong internal key',
}

/** Refusals catch the eye; the rest is how it should be. */
export function securityTone(kind: SecurityKind): 'critical' | 'progress' | 'plain' {
  if (kind === 'locked' || kind === 'forged-internal-call') return 'critical'
  return kind === 'refused' || kind === 'recovery-code-used' || kind === 'second-factor-dropped' ? 'progress' : 'plain'
}
