/** Texts of the admin’s tables and figures. */
import type { SecurityKind } from '#contract/audit/security.ts'
import type { AdminStats } from '#contract/views.ts'
import { withUnit } from '#web/lib/format/numbers.ts'

type Load = Pick<AdminStats['wasteStats'][number], 'currentCapacity' | 'maxCapacity'>

/**
 * Returns the tone of a fill level: red above 80 %, yellow above 60 %, otherwise green.
 * Compares before any rounding.
 */
export function utilizationTone({ currentCapacity, maxCapacity }: Load): 'critical' | 'progress' | 'done' {
  const isAbove = (percent: number) => currentCapacity * 100 > percent * maxCapacity
  return isAbove(80) ? 'critical' : isAbove(60) ? 'progress' : 'done'
}

/** Returns the fill level in percent, rounded for display. */
export const utilization = ({ currentCapacity, maxCapacity }: Load) =>
  maxCapacity > 0 ? Math.round((currentCapacity / maxCapacity) * 100) : 0

/** Labels of the security log. */
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

/** Returns the tone of an entry; refusals stand out. */
export function securityTone(kind: SecurityKind): 'critical' | 'progress' | 'plain' {
  if (kind === 'locked' || kind === 'forged-internal-call') return 'critical'
  return kind === 'refused' || kind === 'recovery-code-used' || kind === 'second-factor-dropped' ? 'progress' : 'plain'
}

type Collections = Pick<AdminStats['weeks'][number], 'completed' | 'onTime' | 'overdue'>

/** Returns the number of due collections: completed or overdue. */
export const dueIn = ({ completed, overdue }: Pick<Collections, 'completed' | 'overdue'>) => completed + overdue

/** Returns the percentage of due collections that were on time; null if none was due. */
export const onTimePercent = (week: Collections) =>
  dueIn(week) > 0 ? Math.round((week.onTime / dueIn(week)) * 100) : null

/** Formats as '91 %'. */
export const wholePercent = (value: number | null) => (value === null ? '–' : withUnit(value, '%'))
