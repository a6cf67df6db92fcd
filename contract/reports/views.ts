/** Schemas of reports and of the zones' progress. */
import { z } from 'zod'
import { REPORT_STATUSES } from '#domain/city.ts'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'
import { coordinatesSchema, outlineSchema } from '../zones/commands.ts'
import { BIN_PLACE_SOURCES, BinPlace } from './commands.ts'

/** Outcome of a stop as the crew recorded it, with proof. */
export const StopOutcomeView = z.object({
  outcome: z.enum(STOP_OUTCOMES),
  exception: z.enum(STOP_EXCEPTIONS).optional(),
  /** Time of the outcome by the clock of the driver's phone. */
  at: z.string(),
  note: z.string().optional(),
  /** URL of the photo; residents use another URL than staff. */
  picture_url: z.string().optional(),
  /** Set if the phone sent a usable position. */
  placed: z.literal(true).optional(),
  /** Distance between phone and bin in metres; for dispatchers. */
  metres: z.number().optional(),
  /** Id of the truck; only dispatchers receive it. */
  vehicleId: z.string().optional(),
  /**
   * For dispatchers: set if the load left the zone before this outcome arrived.
   * The bin is then part of no load.
   */
  afterLoad: z.literal(true).optional(),
  /**
   * Set while the report's waiting time is paused.
   * It resumes when the resident puts the bin out.
   */
  clockStopped: z.literal(true).optional(),
})
export type StopOutcomeView = z.infer<typeof StopOutcomeView>

/** A report as its resident sees it. */
export const OwnReport = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  userId: z.string(),
  zone: zoneIdSchema,
  description: z.string().optional(),
  timestamp: z.string(),
  status: z.enum(REPORT_STATUSES),
  collectedAt: z.string().optional(),
  /** Time at which a report marked as collected was reopened. */
  reopenedAt: z.string().optional(),
  /** Set if the reporter's email is not confirmed. */
  unconfirmed: z.literal(true).optional(),
  /**
   * Outcome that a driver recorded last for this report.
   * Absent if there is none.
   */
  served: StopOutcomeView.optional(),
})

/** A report as staff see it, with fields that residents do not see. */
export const Report = OwnReport.extend({
  resident_name: z.string().optional(),
  /** Set if the resident reported by phone. */
  via: z.literal('phone').optional(),
  /** Schedules whose truck is on its way to the report. */
  scheduleIds: z.array(z.string()).optional(),
})
export type Report = z.infer<typeof Report>

/**
 * A bin's location, who or what recorded it, and when.
 * All absent if unknown.
 */
export const BinLocation = z.object({
  place: BinPlace.optional(),
  source: z.enum(BIN_PLACE_SOURCES).optional(),
  placedAt: z.string().optional(),
})
export type BinLocation = z.infer<typeof BinLocation>

/** Details that dispatchers see only when they open a single report. */
export const ReportDetail = z.object({ id: z.string(), bin: BinLocation, served: StopOutcomeView.optional() })
export type ReportDetail = z.infer<typeof ReportDetail>

/**
 * Progress of a zone.
 * Collection is recommended from `recommendAt` reports.
 * The zone is ready when all customers have reported.
 */
export const ZoneStatus = z.object({
  zone: zoneIdSchema,
  currentReports: z.number(),
  /** Number of reports at which the zone is ready. */
  requiredReports: z.number(),
  /** Number of reports at which a collection is recommended. */
  recommendAt: z.number(),
  totalCustomers: z.number(),
  thresholdReached: z.boolean(),
  /** Number of reports still missing until the zone is ready. */
  reportsNeeded: z.number(),
  /** Whether the zone has simulated residents or reports. */
  simulated: z.boolean(),
  /** Open unconfirmed reports that do not count; absent if none. */
  notCounted: z.number().optional(),
  /**
   * Set if new accounts sent unusually many reports.
   * Automatic dispatch then waits until a dispatcher allows it.
   */
  burst: z.object({ reports: z.number(), flaggedAt: z.string() }).optional(),
  /**
   * Predicted time at which the zone's open reports reach the recommendation threshold.
   * Absent if the time is unknown or the threshold is already reached.
   */
  reaches: z.object({ at: z.string(), from: z.string(), until: z.string() }).optional(),
  /**
   * Accuracy of the predictions.
   * In `within` of `of` cycles, the predicted time was right.
   */
  foretold: z.object({ of: z.number(), within: z.number() }).optional(),
  /**
   * Hours within which 8 of 10 recent reports were collected.
   * Absent if such reports are too few.
   */
  usualWait: z.object({ hours: z.number(), of: z.number() }).optional(),
  /** Number of the zone's simulated reports. */
  simulatedReports: z.number(),
})
export type ZoneStatus = z.infer<typeof ZoneStatus>

/** A zone in lists and forms: progress and location. */
export const ZoneCard = ZoneStatus.extend({
  id: z.string(),
  /** Code of the zone, part of schedule and delivery ids. */
  code: z.string(),
  centre: coordinatesSchema,
  outline: outlineSchema.optional(),
  openedAt: z.string(),
  /** Set if the zone is closed; its residents must choose another. */
  closed: z.literal(true).optional(),
  /** Zone to which the residents of this zone are being moved. */
  movingTo: z.string().optional(),
})
export type ZoneCard = z.infer<typeof ZoneCard>

export const ThresholdStatus = z.object({
  status: z.string(),
  thresholdStatus: z.record(zoneIdSchema, ZoneStatus.omit({ zone: true })),
  timestamp: z.string(),
})
export type ThresholdStatus = z.infer<typeof ThresholdStatus>
