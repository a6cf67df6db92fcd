/** Schemas of drivers and their list of stops (sheet). */
import { z } from 'zod'
import { SCHEDULE_STATUSES } from '#domain/city.ts'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'
import { BinPlace } from '../reports/commands.ts'
import { coordinatesSchema } from '../zones/commands.ts'

/** A driver and their current truck. */
export const Driver = z.object({
  id: z.string(),
  name: z.string(),
  employee_id: z.string().optional(),
  vehicleId: z.string().optional(),
})
export type Driver = z.infer<typeof Driver>

/** A stop in a driver's list of stops. */
export const CollectionStop = z.object({
  simulated: simulatedSchema,
  /** Id of the row, the same as `stopId`. */
  id: z.string(),
  stopId: z.string(),
  reportId: z.string(),
  /**
   * Location of the bin.
   * Absent if it is unknown or the truck has not started.
   */
  place: BinPlace.optional(),
  /** The resident's description of the bin. */
  note: z.string().optional(),
  /** Time of the report. */
  since: z.string(),
  /** True if the bin was collected, whether the driver or another user recorded it. */
  collected: z.boolean(),
  /** The outcome that the driver recorded last. */
  outcome: z.enum(STOP_OUTCOMES).optional(),
  exception: z.enum(STOP_EXCEPTIONS).optional(),
  servedAt: z.string().optional(),
})
export type CollectionStop = z.infer<typeof CollectionStop>

/**
 * The route sheet of a driver: stops of the truck's current or next collection.
 * Without a truck or a collection, the sheet has no stops.
 */
export const DriverRouteSheet = z.object({
  simulated: simulatedSchema,
  vehicleId: z.string().optional(),
  scheduleId: z.string().optional(),
  /**
   * Status of the collection.
   * Before the collection starts, its stops are only expected and may still change.
   */
  status: z.enum(SCHEDULE_STATUSES).optional(),
  zone: zoneIdSchema.optional(),
  /** Version of the route sheet; increases with every change. */
  version: z.number(),
  scheduledStart: z.string().optional(),
  estimatedCompletion: z.string().optional(),
  startedAt: z.string().optional(),
  stops: z.array(CollectionStop),
  /** Number of stops without an outcome. */
  left: z.number(),
  /** Bins loaded, and bins that fit into the truck. */
  load: z.object({ bins: z.number(), capacity: z.number() }).optional(),
  site: z.object({ id: z.string(), name: z.string(), location: z.string(), coordinates: coordinatesSchema }).optional(),
  /** Site to which the truck is on its way; absent otherwise. */
  boundFor: z.string().optional(),
  /** Codes of the exceptions that this installation offers to drivers at stops. */
  exceptions: z.array(z.enum(STOP_EXCEPTIONS)),
})
export type DriverRouteSheet = z.infer<typeof DriverRouteSheet>
