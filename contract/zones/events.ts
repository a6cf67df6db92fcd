/** Events of zones: opened, changed and closed. */
import { z } from 'zod'
import { at, zone } from '../fields.ts'
import { coordinates, outline } from './commands.ts'

export const zoneEvents = {
  // Stream zone-{zone}
  ZoneOpened: z.object({
    /** The name under which the zone was opened. It stays the zone's id in reports, schedules and accounts. */
    zoneId: zone,
    /** Code of the zone in capital letters, part of the ids of schedules and deliveries. */
    code: z.string(),
    name: z.string(),
    /** Number of customers at the opening; later numbers are in the configuration. */
    customers: z.int().min(1),
    centre: coordinates,
    outline: outline.optional(),
    /** Initial distances in km by site id, one way. */
    distances: z.record(z.string(), z.number()),
    openedBy: z.string(),
    openedAt: at,
  }),
  /** The zone's location on the map was changed. */
  ZoneChanged: z.object({
    zoneId: zone,
    centre: coordinates,
    outline: outline.optional(),
    changedBy: z.string(),
    changedAt: at,
  }),
  ZoneClosed: z.object({ zoneId: zone, closedBy: z.string(), closedAt: at }),
  /** The move of all residents to another zone began; a job moves them. */
  ResidentsMoveBegun: z.object({ zoneId: zone, moveId: z.string(), to: zone, begunBy: z.string(), begunAt: at }),
  ResidentsMoved: z.object({ zoneId: zone, moveId: z.string(), residents: z.int().min(0), movedAt: at }),

  // Stream zonecode-{code}; a code belongs to one zone permanently.
  ZoneCodeReserved: z.object({ code: z.string(), zoneId: zone, reservedAt: at }),
}
