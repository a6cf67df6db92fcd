/** Schemas of drivers and their sheets. */
import { z } from 'zod'
import { SCHEDULE_STATUSES } from '#domain/city.ts'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { simulated, zone } from '../fields.ts'
import { BinPlace } from '../reports/commands.ts'
import { coordinates } from '../zones/commands.ts'

/** A driver with the truck that they drive now. */
export const Driver = z.object({
  id: z.string(),
  name: z.string(),
  employee_id: z.string().optional(),
  vehicleId: z.string().optional(),
})
export type Driver = z.infer<typeof Driver>

/** A stop of a driver's sheet. */
export const Stop = z.object({
  simulated,
  /** The same as `stopId`. */
  id: z.string(),
  stopId: z.string(),
  reportId: z.string(),
  /** Where the bin is; absent while unknown, and before the truck starts. */
  place: BinPlace.optional(),
  /** The resident's description. */
  note: z.string().optional(),
  /** Time of the report. */
  since: z.string(),
  /** The bin was collected, by whoever said so. */
  collected: z.boolean(),
  /** The driver's last word. */
  outcome: z.enum(STOP_OUTCOMES).optional(),
  exception: z.enum(STOP_EXCEPTIONS).optional(),
  servedAt: z.string().optional(),
})
export type Stop = z.infer<typeof Stop>

/**
 * Work of a driver's truck: the collection under way, or the next one.
 * Without a truck or a collection the stops are empty.
 */
export const Sheet = z.object({
  simulated,
  vehicleId: z.string().optional(),
  scheduleId: z.string().optional(),
  /** Before the start, the stops are expected ones. */
  status: z.enum(SCHEDULE_STATUSES).optional(),
  zone: zone.optional(),
  /** Increases with every change. */
  version: z.number(),
  scheduledStart: z.string().optional(),
  estimatedCompletion: z.string().optional(),
  startedAt: z.string().optional(),
  stops: z.array(Stop),
  /** Stops without an outcome. */
  left: z.number(),
  /** Bins aboard, and those that fit into the truck. */
  load: z.object({ bins: z.number(), capacity: z.number() }).optional(),
  site: z.object({ id: z.string(), name: z.string(), location: z.string(), coordinates }).optional(),
  /** Destination while the truck is on its way to a site. */
  boundFor: z.string().optional(),
  /** Exceptions that the installation uses. */
  exceptions: z.array(z.enum(STOP_EXCEPTIONS)),
})
export type Sheet = z.infer<typeof Sheet>
