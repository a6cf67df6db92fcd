/** Name, initials, role and joining date of a profile, with fallbacks. */

import { ROLE_LABELS, type Role } from '#domain/city.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { inCity } from '#web/lib/format/times.ts'

const roleLabels: Record<Role, string> = {
  ...ROLE_LABELS,
  resident: 'Resident Account',
  recycler: 'Recycler Account',
}

export const roleLabel = (role: Role): string => roleLabels[role]

export function displayName(name: string, role: Role): string {
  return name.trim() || (role === 'recycler' ? 'Recycler' : 'User')
}

/** Returns up to two letters; a recycler without a name has 'RC'. */
export function initials(name: string, role: Role): string {
  return initialsOf(name) || (role === 'recycler' ? 'RC' : 'U')
}

const dayOf = inCity({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Formats as '28th May 2025' in the city's time zone, or 'Unknown' for an invalid date. */
export function memberSince(iso: string | undefined): string {
  const at = Date.parse(iso ?? '')
  if (Number.isNaN(at)) return 'Unknown'
  const [day = '', ...rest] = dayOf(at).split(' ')
  return [`${day}${ordinal(Number(day))}`, ...rest].join(' ')
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}
