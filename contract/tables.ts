/**
 * Names and versions of the read store's tables, and names of what can be rebuilt from the log.
 * Also types of rows that command handlers and jobs read.
 */

import type { Zone } from '#domain/city.ts'
import { countedReportsOf, type UnconfirmedReportRule } from '#domain/report-rules.ts'
import type { ReportArrivals, ThresholdPrediction, WaitsByDay } from '#domain/zone-estimates.ts'
import type { ForecastDayScore } from './forecasts/forecasts.ts'
import type { Configuration } from './settings/configuration.ts'
import type { ConfigurationView, ZoneCard } from './views.ts'

/**
 * Version of each view.
 * Increase it when the view's fold or rows change.
 * The new version is then built beside the old one.
 */
export const VIEW_VERSIONS = {
  accounts: 8,
  reports: 11,
  zones: 11,
  notifications: 6,
  vehicles: 11,
  sites: 4,
  schedules: 7,
  deliveries: 8,
  compositions: 5,
  configuration: 4,
  trips: 3,
  security: 1,
  analyses: 3,
  refits: 1,
  forecasts: 5,
  foreseen: 2,
  checkpoints: 2,
  accesses: 2,
  findings: 2,
  thresholds: 2,
  drivers: 1,
  bins: 1,
  gateways: 1,
  texts: 1,
} as const
export type ViewName = keyof typeof VIEW_VERSIONS

/** Table names, computed once because every batch and read needs them. */
const TABLES = Object.fromEntries(
  Object.entries(VIEW_VERSIONS).map(([view, version]) => [view, `${view}@${version}`]),
) as Record<ViewName, TableName>

/**
 * Name of a table, including its version, such as `reports@1`.
 * The name of a view alone is invalid.
 */
export type TableName = `${string}@${string}`

/** Returns the table of a view at its current version. */
export const tableNameOf = (view: ViewName): TableName => TABLES[view]

interface PredictedThreshold extends ThresholdPrediction {
  cycle: number
}

/**
 * A zone's open reports and its collection cycle.
 * A cycle starts with the first report.
 */
export interface ZoneRow extends Pick<ZoneCard, 'code' | 'centre' | 'outline' | 'openedAt' | 'movingTo'> {
  id: Zone
  position: number
  /**
   * Whether the zone is open.
   * Closed zones keep their rows and history.
   */
  open: boolean
  totalCustomers: number
  openReports: number
  /**
   * Ids of the open reports, in buckets.
   * Two types of events record a collection; ids prevent double counting.
   */
  openIds: readonly (readonly string[])[]
  /**
   * Number of reports that were marked collected one by one since the last load.
   * The next load includes them.
   */
  loose: number
  /**
   * Number of the collection cycle; 0 before the first report.
   * A cycle ends when its last open report is collected.
   */
  cycle: number
  /** Settings that decide when a collection is recommended. */
  thresholds: Configuration['thresholds']
  /** Whether simulated activity is on. */
  simulated: boolean
  /**
   * Ids of the open reports of unconfirmed accounts, in several lists.
   * Absent before the first such report.
   */
  unconfirmedIds?: readonly (readonly string[])[]
  /** Configured rule for counting unconfirmed accounts' reports; absent means `automatic`. */
  unconfirmedRule?: UnconfirmedReportRule
  /** Whether the installation has a mail server. */
  mailServer?: boolean
  /**
   * This cycle's burst: many reports by new accounts.
   * Absent after a dispatcher has cleared it.
   */
  burst?: { cycle: number; reports: number; flaggedAt: string }
  /** Times at which reports usually arrive; absent before the first report. */
  arrivals?: ReportArrivals
  /**
   * Predicted time at which the zone reaches its threshold.
   * Computed when half of the required reports are open.
   */
  foretold?: PredictedThreshold
  /**
   * Predictions for recent collection cycles, to compare them with the actual times.
   * `came` is the time (epoch ms) at which the zone reached its threshold.
   * If a truck emptied the zone later than predicted, but below the threshold, `came` is that time.
   */
  reached?: readonly (PredictedThreshold & { came: number })[]
  /** Waiting times of collected reports; absent before the first collection. */
  waits?: WaitsByDay
  /**
   * Ids of simulated open reports, split into several short lists.
   * Absent if the zone never had simulated reports.
   */
  simulatedIds?: readonly (readonly string[])[]
}

/** Returns the number of reports that count towards the zone's collection. */
export function countReportsTowardsCollection(zone: Omit<ZoneRow, 'position'>): number {
  const unconfirmed = zone.unconfirmedIds?.reduce((sum, { length }) => sum + length, 0) ?? 0
  const { openReports: open, totalCustomers: customers, unconfirmedRule: rule, mailServer } = zone
  return countedReportsOf({ open, unconfirmed, customers, rule, mailServer })
}

/** Returns the zone with only those open reports that count towards a collection. */
export const addReportsTowardsCollection = <Z extends Omit<ZoneRow, 'position'>>(zone: Z): Z => ({
  ...zone,
  openReports: countReportsTowardsCollection(zone),
})

/**
 * Forecast of a day and the actual result.
 * An empty zone means the whole city.
 */
export interface ForecastScoreRow extends Omit<ForecastDayScore, 'actual' | 'estimated'> {
  id: string
  position: number
  date: string
  actual?: number
  estimated?: number
}

/** The current configuration, as the single row of its view. */
export interface ConfigurationRow extends ConfigurationView {
  id: string
  position: number
}
export const CONFIGURATION_ID = 'configuration'

/** Target of a rebuild of all policies' state from the log. */
export const POLICIES_TARGET = 'policies'
/** Targets of rebuilds: the policies, or one view by name. */
export const REBUILD_TARGETS = [POLICIES_TARGET, ...Object.keys(VIEW_VERSIONS)] as readonly string[]
