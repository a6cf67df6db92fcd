/** What operators call the data that screens read, by the views of the code. */
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import type { ViewName } from '#contract/tables.ts'
import { lookUp } from '#rules/dictionary.ts'

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

/** 'Trucks' of vehicles; a view that another version has under its own name. */
export const dataWords = (view: string): string =>
  view === POLICIES_TARGET ? 'Background rules' : (lookUp(DATA, view) ?? view)
