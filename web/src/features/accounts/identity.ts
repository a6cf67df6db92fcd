/** How a profile names its owner: name, initials, role and the day they joined, with what stands in for each. */

import { ROLE_LABELS, type Role } from '#rules/city.ts'
import { inCity } from '#web/format/city-time.ts'
import { initialsOf } from '#web/format/initials.ts'

const roleLabels: Record<Role, string> = {
  ...ROLE_LABELS,
  resident: 'Resident Account',
  recycler: 'Recycler Account',
}

export const roleLabel = (role: Role): string => roleLabels[role]

export function displayName(name: string, role: Role): string {
  return name.trim() || (role === 'recycler' ? 'Recycler' : 'User')
}

/** Up to two letters; a recycler without a name reads 'RC'. */
export function initials(name: string, role: Role): string {
  return initialsOf(name) || (role === 'recycler' ? 'RC' : 'U')
}

const dayOf = inCity({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** '28th May 2025', as the calendar in Accra has it; 'Unknown' for what is no date. */
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
