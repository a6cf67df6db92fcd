/** Table names of the read store, and the zone row that commands also read. */
import type { Zone } from '#domain/city.ts'
import { countedOf, type UnconfirmedRule } from '#domain/report-counting.ts'
import type { Arrivals, ReachPrediction } from '#domain/threshold-prediction.ts'
import type { Waits } from '#domain/usual-wait.ts'
import type { DayScore } from './forecasts/forecast-days.ts'
import type { Configuration } from './settings/configuration.ts'
import type { ConfigurationView, ZoneCard } from './views.ts'

/**
 * Version of each view.
 * A changed fold or row needs the next version, which is rebuilt beside the old one.
 */
export const VIEW_VERSIONS = {
  accounts: 6,
  reports: 10,
  zones: 11,
  notifications: 5,
  vehicles: 11,
  sites: 4,
  schedules: 7,
  deliveries: 8,
  compositions: 5,
  configuration: 4,
  trips: 3,
  security: 1,
  analyses: 2,
  refits: 1,
  forecasts: 4,
  foreseen: 2,
  checkpoints: 2,
  accesses: 2,
  findings: 1,
  thresholds: 2,
  drivers: 1,
  bins: 1,
} as const
export type ViewName = keyof typeof VIEW_VERSIONS

/** Computed once, because every batch and every read uses them. */
const TABLES = Object.fromEntries(
  Object.entries(VIEW_VERSIONS).map(([view, version]) => [view, `${view}@${version}`]),
) as Record<ViewName, TableName>

/**
 * Name of a table with its version, such as `reports@1`.
 * The bare name of a view is invalid.
 */
export type TableName = `${string}@${string}`

/** Returns the table of a view at its current version. */
export const tableOf = (view: ViewName): TableName => TABLES[view]

interface PredictedThreshold extends ReachPrediction {
  cycle: number
}

/** State of a zone's collection: its open reports and its cycle, which starts with the first report. */
export interface ZoneRow extends Pick<ZoneCard, 'code' | 'centre' | 'outline' | 'openedAt' | 'movingTo'> {
  id: Zone
  position: number
  /** Closed zones keep their rows and history. */
  open: boolean
  totalCustomers: number
  openReports: number
  /**
   * Ids of the open reports, in buckets.
   * They prevent double counting, because two kinds of event report a collection.
   */
  openIds: readonly (readonly string[])[]
  /** Reports marked individually since the last load left; the next load includes them. */
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
  /** Open reports of unconfirmed accounts; absent before the first. */
  unconfirmedIds?: readonly (readonly string[])[]
  /** Configured rule whether they count; `automatic` when absent. */
  unconfirmedRule?: UnconfirmedRule
  /** Whether the installation has a mail server. */
  mailServer?: boolean
  /** A burst by new accounts in this cycle that no dispatcher has cleared. */
  burst?: { cycle: number; reports: number; flaggedAt: string }
  /** Arrival pattern of the reports; absent before the first. */
  arrivals?: Arrivals
  /** Predicted time of the recommendation, computed half way through this cycle. */
  foretold?: PredictedThreshold
  /**
   * Predictions of recent cycles and the time (epoch ms) at which they were reached.
   * Cycles emptied too late without a recommendation count with the time of that.
   */
  reached?: readonly (PredictedThreshold & { came: number })[]
  /** Waiting times of collected reports; absent before the first. */
  waits?: Waits
  /** Open reports of simulated residents, also in buckets; absent when there were none. */
  simulatedIds?: readonly (readonly string[])[]
}

/** Returns the number of reports that count towards the zone's collection. */
export function countedReports(zone: Omit<ZoneRow, 'position'>): number {
  const unconfirmed = zone.unconfirmedIds?.reduce((sum, { length }) => sum + length, 0) ?? 0
  const { openReports: open, totalCustomers: customers, unconfirmedRule: rule, mailServer } = zone
  return countedOf({ open, unconfirmed, customers, rule, mailServer })
}

/** Returns the zone with counted reports only, as plans and figures need it. */
export const withCountedReports = <Z extends Omit<ZoneRow, 'position'>>(zone: Z): Z => ({
  ...zone,
  openReports: countedReports(zone),
})

/**
 * Prediction for a day and the actual result.
 * An empty zone means the city.
 */
export interface ForecastScoreRow extends Omit<DayScore, 'actual' | 'estimated'> {
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
