/** Texts of the operations tab. */
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import type { ViewName } from '#contract/tables.ts'
import { lookUp } from '#domain/dictionary.ts'
import { withUnit } from '#web/lib/format/numbers.ts'

const DATA: Readonly<Record<ViewName, string>> = {
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
  foreseen: 'Forecast scores',
  checkpoints: 'Checkpoints',
  accesses: 'Who looked at whose data',
  findings: 'Findings',
  thresholds: 'Finding thresholds',
}

/** Formats `vehicles` as 'Trucks'; an unknown view of another version has its own name. */
export const dataWords = (view: string): string =>
  view === POLICIES_TARGET ? 'Background rules' : (lookUp(DATA, view) ?? view)

/**
 * Formats as 'In 12 s', 'Now' once due, or 'Not by itself'.
 * `now` is epoch ms.
 */
export function nextAttempt(at: string | undefined, now: number): string {
  if (at === undefined) return 'Not by itself'
  const left = Math.ceil((Date.parse(at) - now) / 1_000)
  return left > 0 ? `In ${withUnit(left, 's')}` : 'Now'
}
