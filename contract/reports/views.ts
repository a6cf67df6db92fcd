/** Schemas of reports and of the zones' progress. */
import { z } from 'zod'
import { REPORT_STATUSES } from '#domain/city.ts'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { simulated, zone } from '../fields.ts'
import { coordinates, outline } from '../zones/commands.ts'
import { BinPlace, PLACE_SOURCES } from './commands.ts'

/** What the crew said at the bin, with its proof. */
export const Served = z.object({
  outcome: z.enum(STOP_OUTCOMES),
  exception: z.enum(STOP_EXCEPTIONS).optional(),
  /** Time by the driver's phone. */
  at: z.string(),
  note: z.string().optional(),
  /** Photo; residents have an address of their own. */
  picture_url: z.string().optional(),
  /** The phone had a usable position. */
  placed: z.literal(true).optional(),
  /** Distance of the phone from the place of the bin in metres, for dispatchers. */
  metres: z.number().optional(),
  /** The truck, for dispatchers. */
  vehicleId: z.string().optional(),
  /** The service clock stands still until the bin is out again. */
  clockStopped: z.literal(true).optional(),
})
export type Served = z.infer<typeof Served>

export const Report = z.object({
  simulated,
  id: z.string(),
  userId: z.string(),
  zone,
  description: z.string().optional(),
  timestamp: z.string(),
  status: z.enum(REPORT_STATUSES),
  collectedAt: z.string().optional(),
  /** Time at which a report marked as collected was reopened. */
  reopenedAt: z.string().optional(),
  /** For dispatchers. */
  resident_name: z.string().optional(),
  /** Schedules with a truck on its way to the report; for dispatchers. */
  scheduleIds: z.array(z.string()).optional(),
  /** The reporter's email is not confirmed. */
  unconfirmed: z.literal(true).optional(),
  /** Absent until a driver was there. */
  served: Served.optional(),
})
export type Report = z.infer<typeof Report>

/** Where a bin is and who said so; both absent while unknown. */
export const PlacedBin = z.object({
  place: BinPlace.optional(),
  source: z.enum(PLACE_SOURCES).optional(),
  placedAt: z.string().optional(),
})
export type PlacedBin = z.infer<typeof PlacedBin>

/** What a dispatcher sees of one report only. */
export const ReportDetail = z.object({ id: z.string(), bin: PlacedBin, served: Served.optional() })
export type ReportDetail = z.infer<typeof ReportDetail>

/**
 * Progress of a zone.
 * A collection is recommended first; the zone is ready when all have reported.
 */
export const ZoneStatus = z.object({
  zone,
  currentReports: z.number(),
  /** Number of reports at which the zone is ready. */
  requiredReports: z.number(),
  /** Number of reports at which a collection is recommended. */
  recommendAt: z.number(),
  totalCustomers: z.number(),
  thresholdReached: z.boolean(),
  /** Reports still missing until ready. */
  reportsNeeded: z.number(),
  /** Simulated residents report here, or some of these reports are simulated. */
  simulated: z.boolean(),
  /** Open reports of unconfirmed accounts that do not count; absent without any. */
  notCounted: z.number().optional(),
  /**
   * A burst of reports by new accounts.
   * Automatic dispatch waits until a dispatcher clears it.
   */
  burst: z.object({ reports: z.number(), flaggedAt: z.string() }).optional(),
  /** Predicted time of the recommendation; absent when unknown or already reached. */
  reaches: z.object({ at: z.string(), from: z.string(), until: z.string() }).optional(),
  /** Accuracy of these predictions in recent cycles: `within` of `of` came in the predicted time. */
  foretold: z.object({ of: z.number(), within: z.number() }).optional(),
  /** Hours within which 8 of 10 recent reports were collected; absent with too few reports. */
  usualWait: z.object({ hours: z.number(), of: z.number() }).optional(),
  /** Number of simulated reports. */
  simulatedReports: z.number(),
})
export type ZoneStatus = z.infer<typeof ZoneStatus>

/** A zone on boards and in forms: its progress and its place. */
export const ZoneCard = ZoneStatus.extend({
  id: z.string(),
  /** Part of the ids of its schedules and deliveries. */
  code: z.string(),
  centre: coordinates,
  outline: outline.optional(),
  openedAt: z.string(),
  /** A closed zone: its residents choose another. */
  closed: z.literal(true).optional(),
  /** Zone that its residents are being moved to. */
  movingTo: z.string().optional(),
})
export type ZoneCard = z.infer<typeof ZoneCard>

export const ThresholdStatus = z.object({
  status: z.string(),
  thresholdStatus: z.record(zone, ZoneStatus.omit({ zone: true })),
  timestamp: z.string(),
})
export type ThresholdStatus = z.infer<typeof ThresholdStatus>
