/** Texts of the admin’s tables and figures. */

import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import type { SecurityKind } from '#contract/audit/security.ts'
import type { ViewName } from '#contract/tables.ts'
import type { AdminStats } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
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
export const securityLabels = (): Record<SecurityKind, string> => ({
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
  'forged-internal-call': 'Internal call with a wrong key',
})

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

const dataLabels = (): Readonly<Record<ViewName, string>> => ({
  accounts: 'Accounts',
  reports: 'Reports',
  zones: 'Zones',
  notifications: 'Notifications',
  vehicles: 'Trucks',
  sites: 'Waste sites',
  schedules: 'Collections',
  deliveries: 'Deliveries',
  compositions: 'Waste compositions',
  configuration: 'Configuration',
  trips: 'Trips and fuel',
  security: 'Security log',
  analyses: 'Photo analyses',
  refits: 'Detector training',
  forecasts: 'Forecasts',
  foreseen: 'Forecast accuracy',
  checkpoints: 'Checkpoints',
  accesses: 'Access to personal data',
  findings: 'Findings',
  thresholds: 'Finding thresholds',
})

/** Formats `vehicles` as 'Trucks'; an unknown view of another version has its own name. */
export const dataWords = (view: string): string =>
  view === POLICIES_TARGET ? 'Background rules' : (lookUp(dataLabels(), view) ?? view)

/**
 * Formats as 'In 12 s', 'Now' once due, or 'Not planned'.
 * `now` is epoch ms.
 */
export function nextAttempt(at: string | undefined, now: number): string {
  if (at === undefined) return 'Not planned'
  const left = Math.ceil((Date.parse(at) - now) / 1_000)
  return left > 0 ? `In ${withUnit(left, 's')}` : 'Now'
}
