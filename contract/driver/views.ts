/** Schemas of drivers and their list of stops (sheet). */
import { z } from 'zod'
import { SCHEDULE_STATUSES } from '#domain/city.ts'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { simulated, zone } from '../fields.ts'
import { BinPlace } from '../reports/commands.ts'
import { coordinates } from '../zones/commands.ts'

/** A driver and their current truck. */
export const Driver = z.object({
  id: z.string(),
  name: z.string(),
  employee_id: z.string().optional(),
  vehicleId: z.string().optional(),
})
export type Driver = z.infer<typeof Driver>

/** A stop on a driver's sheet. */
export const Stop = z.object({
  simulated,
  /** The same as `stopId`. */
  id: z.string(),
  stopId: z.string(),
  reportId: z.string(),
  /** Location of the bin; absent if unknown, and before the truck starts. */
  place: BinPlace.optional(),
  /** The resident's description. */
  note: z.string().optional(),
  /** Time of the report. */
  since: z.string(),
  /** Whether the bin was collected, whoever recorded it. */
  collected: z.boolean(),
  /** The outcome that the driver recorded last. */
  outcome: z.enum(STOP_OUTCOMES).optional(),
  exception: z.enum(STOP_EXCEPTIONS).optional(),
  servedAt: z.string().optional(),
})
export type Stop = z.infer<typeof Stop>

/**
 * The sheet of a driver's truck: its current or next collection.
 * Without a truck or a collection, there are no stops.
 */
export const Sheet = z.object({
  simulated,
  vehicleId: z.string().optional(),
  scheduleId: z.string().optional(),
  /** Before the start, the stops are only expected ones. */
  status: z.enum(SCHEDULE_STATUSES).optional(),
  zone: zone.optional(),
  /** Increases with every change. */
  version: z.number(),
  scheduledStart: z.string().optional(),
  estimatedCompletion: z.string().optional(),
  startedAt: z.string().optional(),
  stops: z.array(Stop),
  /** Number of stops without an outcome. */
  left: z.number(),
  /** Number of bins loaded, and how many fit into the truck. */
  load: z.object({ bins: z.number(), capacity: z.number() }).optional(),
  site: z.object({ id: z.string(), name: z.string(), location: z.string(), coordinates }).optional(),
  /** Destination, while the truck is on its way to a site. */
  boundFor: z.string().optional(),
  /** Exceptions that this installation uses. */
  exceptions: z.array(z.enum(STOP_EXCEPTIONS)),
})
export type Sheet = z.infer<typeof Sheet>
