/** Reports, and how near each zone is to its collection. */
import { z } from 'zod'
import { REPORT_STATUSES } from '#rules/city.ts'
import { coordinates, outline } from '../commands/zones.ts'
import { simulated, zone } from '../fields.ts'

export const Report = z.object({
  simulated,
  id: z.string(),
  userId: z.string(),
  zone,
  description: z.string().optional(),
  timestamp: z.string(),
  status: z.enum(REPORT_STATUSES),
  /** When it was collected. */
  collectedAt: z.string().optional(),
  /** It had been marked collected, and was not: open again since then. */
  reopenedAt: z.string().optional(),
  /** For dispatchers. */
  resident_name: z.string().optional(),
  /** The schedules whose trucks are on their way to it; for dispatchers. */
  scheduleIds: z.array(z.string()).optional(),
  /** The email of the account that reported is not confirmed. */
  unconfirmed: z.literal(true).optional(),
})
export type Report = z.infer<typeof Report>

/** A zone as its card shows it: a collection is recommended first, and the zone is ready when all have reported. */
export const ZoneStatus = z.object({
  zone,
  currentReports: z.number(),
  /** What makes it ready. */
  requiredReports: z.number(),
  /** From so many on a collection is recommended. */
  recommendAt: z.number(),
  totalCustomers: z.number(),
  thresholdReached: z.boolean(),
  /** How many more make it ready. */
  reportsNeeded: z.number(),
  /** Whether simulated residents report here at present, or some of these reports are theirs. */
  simulated: z.boolean(),
  /** Open reports of unconfirmed accounts, where they do not count; absent when there are none. */
  notCounted: z.number().optional(),
  /** So many reports of new accounts came at once; automatic dispatch waits until a dispatcher lets them pass. */
  burst: z.object({ reports: z.number(), flaggedAt: z.string() }).optional(),
  /** When a collection is likely to be recommended, as its reports come; absent where nobody can tell, or one is. */
  reaches: z.object({ at: z.string(), from: z.string(), until: z.string() }).optional(),
  /** Of the last cycles in which that was foreseen half way, so many came when they were to. */
  foretold: z.object({ of: z.number(), within: z.number() }).optional(),
  /** Of its last reports 8 of 10 were collected within so many hours; absent where too few were to say so. */
  usualWait: z.object({ hours: z.number(), of: z.number() }).optional(),
  /** How many of these reports are. */
  simulatedReports: z.number(),
})
export type ZoneStatus = z.infer<typeof ZoneStatus>

/** A zone as boards and forms have it: its card, and where it lies. */
export const ZoneCard = ZoneStatus.extend({
  id: z.string(),
  /** In the ids of its schedules and deliveries. */
  code: z.string(),
  centre: coordinates,
  outline: outline.optional(),
  openedAt: z.string(),
  /** It was closed: its residents choose another. */
  closed: z.literal(true).optional(),
  /** Where its residents are being moved to. */
  movingTo: z.string().optional(),
})
export type ZoneCard = z.infer<typeof ZoneCard>

export const ThresholdStatus = z.object({
  status: z.string(),
  thresholdStatus: z.record(zone, ZoneStatus.omit({ zone: true })),
  timestamp: z.string(),
})
export type ThresholdStatus = z.infer<typeof ThresholdStatus>
