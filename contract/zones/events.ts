/** Events of zones: opened, changed and closed. */
import { z } from 'zod'
import { timestampSchema, zoneIdSchema } from '../fields.ts'
import { coordinatesSchema, outlineSchema } from './commands.ts'

export const zoneEvents = {
  // Stream zone-{zone}
  ZoneOpened: z.object({
    /**
     * First name of the zone.
     * It stays the zone's id in reports, schedules and accounts.
     */
    zoneId: zoneIdSchema,
    /** Zone code in capitals, part of schedule and delivery ids. */
    code: z.string(),
    name: z.string(),
    /**
     * Number of customers when the zone was opened.
     * Later numbers are in the configuration.
     */
    customers: z.int().min(1),
    centre: coordinatesSchema,
    outline: outlineSchema.optional(),
    /** Initial distances in km by site id, one way. */
    distances: z.record(z.string(), z.number()),
    openedBy: z.string(),
    openedAt: timestampSchema,
  }),
  /** The zone's location on the map was changed. */
  ZoneChanged: z.object({
    zoneId: zoneIdSchema,
    centre: coordinatesSchema,
    outline: outlineSchema.optional(),
    changedBy: z.string(),
    changedAt: timestampSchema,
  }),
  ZoneClosed: z.object({ zoneId: zoneIdSchema, closedBy: z.string(), closedAt: timestampSchema }),
  /** A job began to move all residents to another zone. */
  ResidentsMoveBegun: z.object({
    zoneId: zoneIdSchema,
    moveId: z.string(),
    to: zoneIdSchema,
    begunBy: z.string(),
    begunAt: timestampSchema,
  }),
  ResidentsMoved: z.object({
    zoneId: zoneIdSchema,
    moveId: z.string(),
    residents: z.int().min(0),
    movedAt: timestampSchema,
  }),

  // Stream zonecode-{code}; a code belongs to one zone permanently.
  ZoneCodeReserved: z.object({ code: z.string(), zoneId: zoneIdSchema, reservedAt: timestampSchema }),
}
