/** The zones: opened under a name and a code, placed on the map, and perhaps closed. */
import { z } from 'zod'
import { coordinates, outline } from '../commands/zones.ts'
import { at, zone } from '../fields.ts'

export const zones = {
  // Stream zone-{zone}
  ZoneOpened: z.object({
    /** The name that it is opened under: reports, schedules and people name it so for ever. */
    zoneId: zone,
    /** Capital letters; in the ids of its schedules and deliveries. */
    code: z.string(),
    name: z.string(),
    /** What it begins with; from then on configuration says. */
    customers: z.int().min(1),
    centre: coordinates,
    outline: outline.optional(),
    /** Site id to km, one way; what it begins with. */
    distances: z.record(z.string(), z.number()),
    openedBy: z.string(),
    openedAt: at,
  }),
  /** Another place on the map. */
  ZoneChanged: z.object({
    zoneId: zone,
    centre: coordinates,
    outline: outline.optional(),
    changedBy: z.string(),
    changedAt: at,
  }),
  ZoneClosed: z.object({ zoneId: zone, closedBy: z.string(), closedAt: at }),
  /** All of its residents are to live in another zone; a job moves them. */
  ResidentsMoveBegun: z.object({ zoneId: zone, moveId: z.string(), to: zone, begunBy: z.string(), begunAt: at }),
  ResidentsMoved: z.object({ zoneId: zone, moveId: z.string(), residents: z.int().min(0), movedAt: at }),

  // Stream zonecode-{code}; a code belongs to one zone for ever
  ZoneCodeReserved: z.object({ code: z.string(), zoneId: zone, reservedAt: at }),
}
