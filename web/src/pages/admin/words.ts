/** How the admin's dashboard judges what it shows: how full a site is, and what happened at the doors. */
import type { SecurityKind } from '#contract/audit/security.ts'
import type { AdminStats } from '#contract/views.ts'
import { withUnit } from '#web/format/numbers.ts'

type Load = Pick<AdminStats['wasteStats'][number], 'currentCapacity' | 'maxCapacity'>

/** The tone of a site's bar: red above 80 %, yellow above 60 %, otherwise green; compared before anything is rounded. */
export function utilizationTone({ currentCapacity, maxCapacity }: Load): 'critical' | 'progress' | 'done' {
  const isAbove = (percent: number) => currentCapacity * 100 > percent * maxCapacity
  return isAbove(80) ? 'critical' : isAbove(60) ? 'progress' : 'done'
}

/** How full a site is, in percent, rounded to be shown. */
export const utilization = ({ currentCapacity, maxCapacity }: Load) =>
  maxCapacity > 0 ? Math.round((currentCapacity / maxCapacity) * 100) : 0

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

type Collections = Pick<AdminStats['weeks'][number], 'completed' | 'onTime' | 'overdue'>

/** Collections that were due: completed, or overdue still. */
export const dueIn = ({ completed, overdue }: Pick<Collections, 'completed' | 'overdue'>) => completed + overdue

/** Of the collections that were due those that were done by their time, in percent; null where none was. */
export const onTimePercent = (week: Collections) =>
  dueIn(week) > 0 ? Math.round((week.onTime / dueIn(week)) * 100) : null

/** '91 %' */
export const wholePercent = (value: number | null) => (value === null ? '–' : withUnit(value, '%'))
