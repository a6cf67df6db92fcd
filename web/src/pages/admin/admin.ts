/** API endpoints and texts of the admin’s dashboard. */

import { t } from '@lingui/core/macro'
import type { SecurityKind } from '#contract/audit/kinds.ts'
import { POLICIES_TARGET, type ViewName } from '#contract/tables.ts'
import type { AdminStats } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { withUnit } from '#web/lib/format/numbers.ts'

type Load = Pick<AdminStats['wasteStats'][number], 'currentCapacity' | 'maxCapacity'>

/**
 * Returns a fill level's colour: above 80 % red, above 60 % yellow, else green.
 * Compares exact values before rounding.
 */
export function utilizationToneOf({ currentCapacity, maxCapacity }: Load): 'critical' | 'progress' | 'done' {
  const isAbove = (percent: number) => currentCapacity * 100 > percent * maxCapacity
  return isAbove(80) ? 'critical' : isAbove(60) ? 'progress' : 'done'
}

/** Returns the fill level in percent, rounded for display. */
export const utilizationPercentOf = ({ currentCapacity, maxCapacity }: Load) =>
  maxCapacity > 0 ? Math.round((currentCapacity / maxCapacity) * 100) : 0

/** Labels for entries of the security log. */
export const getSecurityLabels = (): Record<SecurityKind, string> => ({
  'signed-in': t`Signed in`,
  refused: t`Refused`,
  locked: t`Locked for 15 minutes`,
  'signed-out': t`Signed out`,
  'sessions-ended': t`Ended sessions`,
  'password-changed': t`Changed the password`,
  'password-reset': t`Reset the password`,
  'second-factor-on': t`Two-step sign-in on`,
  'second-factor-off': t`Two-step sign-in off`,
  'second-factor-dropped': t`Two-step sign-in removed by an admin`,
  'recovery-code-used': t`Used a recovery code`,
  'forged-internal-call': t`Internal call with a wrong key`,
})

/** Returns the colour of a security log entry; refusals stand out. */
export function securityToneOf(kind: SecurityKind): 'critical' | 'progress' | 'plain' {
  if (kind === 'locked' || kind === 'forged-internal-call') return 'critical'
  return kind === 'refused' || kind === 'recovery-code-used' || kind === 'second-factor-dropped' ? 'progress' : 'plain'
}

type Collections = Pick<AdminStats['weeks'][number], 'completed' | 'onTime' | 'overdue'>

/** Returns how many collections were due: completed or overdue. */
export const countDueCollections = ({ completed, overdue }: Pick<Collections, 'completed' | 'overdue'>) =>
  completed + overdue

/** Returns the percentage of due collections on time; null if none was due. */
export const onTimePercentOf = (week: Collections) =>
  countDueCollections(week) > 0 ? Math.round((week.onTime / countDueCollections(week)) * 100) : null

/** Formats a percentage as '91 %', or '–' if it is null. */
export const formatWholePercent = (value: number | null) => (value === null ? '–' : withUnit(value, '%'))

const dataLabels = (): Readonly<Record<ViewName, string>> => ({
  accounts: t`Accounts`,
  reports: t`Reports`,
  zones: t`Zones`,
  notifications: t`Notifications`,
  vehicles: t`Trucks`,
  sites: t`Waste sites`,
  schedules: t`Collections`,
  deliveries: t`Deliveries`,
  compositions: t`Waste compositions`,
  configuration: t`Configuration`,
  trips: t`Trips and fuel`,
  security: t`Security log`,
  analyses: t`Photo analyses`,
  refits: t`Detector training`,
  forecasts: t`Forecasts`,
  foreseen: t`Forecast accuracy`,
  checkpoints: t`Checkpoints`,
  accesses: t`Access to personal data`,
  findings: t`Findings`,
  thresholds: t`Finding thresholds`,
  drivers: t`Drivers`,
  bins: t`Places of bins`,
  gateways: t`Phone gateways`,
  texts: t`SMS`,
})

/**
 * Returns a view's name for the screen, such as 'Trucks' for `vehicles`.
 * An unknown view of another version keeps its own name.
 */
export const readModelLabelOf = (view: string): string =>
  view === POLICIES_TARGET ? t`Background rules` : (lookUp(dataLabels(), view) ?? view)

/**
 * Formats when a failed job runs next, as 'In 12 s', 'Now' or 'Not planned'.
 * `now` is epoch ms.
 */
export function describeNextAttempt(at: string | undefined, now: number): string {
  if (at === undefined) return t`Not planned`
  const left = Math.ceil((Date.parse(at) - now) / 1_000)
  return left > 0 ? t`In ${{ seconds: withUnit(left, 's') }}` : t`Now`
}

/** API endpoints: figures, reports, the security log and operations. */
const calls = api.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query(defineQuery('adminStats')),
    adminReports: build.query(defineQuery('adminReports')),
    securityLog: build.query(defineQuery('securityLog')),
    operations: build.query(defineQuery('operations')),
    operate: build.mutation(defineCommand('operate')),
  }),
})

export const { useAdminStatsQuery, useAdminReportsQuery, useSecurityLogQuery, useOperationsQuery, useOperateMutation } =
  calls
