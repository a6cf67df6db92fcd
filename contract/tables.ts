/** The read store's tables as several processes name them, and the one row that commands read too. */
import type { Zone } from '#rules/city.ts'
import { countedOf, type UnconfirmedRule } from '#rules/counting.ts'
import type { Arrivals, Reaching } from '#rules/reaching.ts'
import type { Waits } from '#rules/usual-wait.ts'
import type { Configuration } from './city/configuration.ts'
import type { DayScore } from './forecasts/forecast-days.ts'
import type { ConfigurationView, ZoneCard } from './views.ts'

/** The version of each view; a view whose fold or row changes gets the next one and is rebuilt beside the old. */
export const VIEW_VERSIONS = {
  accounts: 6,
  reports: 9,
  zones: 11,
  notifications: 4,
  vehicles: 9,
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
  thresholds: 1,
} as const
export type ViewName = keyof typeof VIEW_VERSIONS

/** Made once: they are asked for with each batch and each read. */
const TABLES = Object.fromEntries(
  Object.entries(VIEW_VERSIONS).map(([view, version]) => [view, `${view}@${version}`]),
) as Record<ViewName, TableName>

/** A table's name with its version, such as `reports@1`. The name of a view alone is none. */
export type TableName = `${string}@${string}`

/** Returns the table of a view at its present version. */
export const tableOf = (view: ViewName): TableName => TABLES[view]

interface Foretold extends Reaching {
  cycle: number
}

/** A zone's collection: its open reports, and the cycle that began with the first of them. */
export interface ZoneRow extends Pick<ZoneCard, 'code' | 'centre' | 'outline' | 'openedAt' | 'movingTo'> {
  id: Zone
  position: number
  /** Closed ones stay, with their history. */
  open: boolean
  totalCustomers: number
  openReports: number
  /** The ids of those, in buckets: so that none is counted twice, whichever of two ways it is told to be collected. */
  openIds: readonly (readonly string[])[]
  /** Reports that were marked one by one since the zone's last load left: the next one takes them along. */
  loose: number
  /** Counts the zone's collection cycles; 0 before the first report. A cycle ends when its last open report is collected. */
  cycle: number
  /** What decides when its collection is recommended. */
  thresholds: Configuration['thresholds']
  /** Whether simulated activity is on. */
  simulated: boolean
  /** Those of the open ids whose reporters are not confirmed; absent before the first. */
  unconfirmedIds?: readonly (readonly string[])[]
  /** Whether they count, as configured; `automatic` when absent. */
  unconfirmedRule?: UnconfirmedRule
  /** Whether the installation has a mail server. */
  mailServer?: boolean
  /** Many new accounts reported at once in this cycle, and no dispatcher has let them pass yet. */
  burst?: { cycle: number; reports: number; flaggedAt: string }
  /** How its reports have come so far; absent before the first. */
  arrivals?: Arrivals
  /** When it was to reach its recommendation, as it was foreseen half way in this cycle. */
  foretold?: Foretold
  /** The same of the last cycles that reached it, and when (epoch ms); of those emptied too late without it, when they were. */
  reached?: readonly (Foretold & { came: number })[]
  /** How long its reports waited, of those that were collected; absent before the first. */
  waits?: Waits
  /** Those of the open reports that simulated residents made, in buckets too; absent while there were none. */
  simulatedIds?: readonly (readonly string[])[]
}

/** The reports of a zone that count towards its collection. */
export function countedReports(zone: Omit<ZoneRow, 'position'>): number {
  const unconfirmed = zone.unconfirmedIds?.reduce((sum, { length }) => sum + length, 0) ?? 0
  const { openReports: open, totalCustomers: customers, unconfirmedRule: rule, mailServer } = zone
  return countedOf({ open, unconfirmed, customers, rule, mailServer })
}

/** The zone as plans and figures take it: with the reports that count. */
export const counting = <Z extends Omit<ZoneRow, 'position'>>(zone: Z): Z => ({
  ...zone,
  openReports: countedReports(zone),
})

/** What was foreseen of a day of a zone (empty: of the city) before it began, and what came. */
export interface ForeseenRow extends Omit<DayScore, 'actual' | 'estimated'> {
  id: string
  position: number
  date: string
  actual?: number
  estimated?: number
}

/** The configuration as it holds; the view's one row. */
export interface ConfigurationRow extends ConfigurationView {
  id: string
  position: number
}
export const CONFIGURATION_ID = 'configuration'
