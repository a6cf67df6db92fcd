/** Schedules, deliveries and what to do next. */
import { z } from 'zod'
import { SCHEDULE_STATUSES, VEHICLE_TYPES } from '#rules/city.ts'
import { CHOICE_KINDS } from '#rules/planner/plan.ts'
import { plan, simulated, zone } from '../fields.ts'

/** A truck's collection in a zone. */
export const Schedule = z.object({
  simulated,
  id: z.string(),
  zone,
  status: z.enum(SCHEDULE_STATUSES),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  startedAt: z.string().optional(),
  /** Its time ran out at that moment while bins were open that it set out for. */
  overdueAt: z.string().optional(),
  completedAt: z.string().optional(),
  cancelledAt: z.string().optional(),
  reason: z.string().optional(),
  vehicle: z.object({
    id: z.string(),
    make: z.string(),
    model: z.string(),
    type: z.enum(VEHICLE_TYPES),
    registrationNumber: z.string(),
  }),
  driverName: z.string().optional(),
  driverContact: z.string().optional(),
  siteId: z.string(),
  /** The zone's open reports when it was scheduled. */
  reportsCount: z.number(),
  /** km, one way */
  estimatedDistance: z.number(),
  /** litres, one way */
  estimatedFuelConsumption: z.number(),
  /** What the truck is sent to do; absent where it was scheduled before there were such plans. */
  plan: plan.optional(),
})
export type Schedule = z.infer<typeof Schedule>

/** One truck's part of a recommended plan. */
export const PlannedCollection = z.object({
  zone,
  vehicleId: z.string(),
  siteId: z.string(),
  vehicleInfo: z.string(),
  driverName: z.string().optional(),
  driverContact: z.string().optional(),
  /** percent of the tank */
  fuelLevel: z.number(),
  /** km, all trips to the site and back included */
  estimatedDistance: z.number(),
  /** litres */
  estimatedFuel: z.number(),
  /** Trips to the site. */
  dumpTrips: z.number(),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  reportsCount: z.number(),
  /** The zone's reports when it was planned; its trucks may leave some of them. */
  of: z.number(),
  status: z.string(),
})

/** One way to collect a zone, with its price: what is recommended for it, or another that a dispatcher may prefer. */
export const CollectionChoice = z.object({
  kind: z.enum(CHOICE_KINDS),
  siteId: z.string(),
  /** The reports that it was planned for; `reports` of them are collected. */
  of: z.number(),
  reports: z.number(),
  /** m³ of those reports, and what its trucks hold in all their trips. */
  load: z.number(),
  capacity: z.number(),
  trips: z.number(),
  km: z.number(),
  litres: z.number(),
  /** Of the litres, in the city's money. */
  cost: z.number(),
  /** When its trucks set out; absent where nothing is sent yet. */
  scheduledStart: z.string().optional(),
  trucks: z.array(plan.extend({ vehicleId: z.string() })),
})
export type CollectionChoice = z.infer<typeof CollectionChoice>

/** What to do now, why, and what it saves against the naive plan (each zone its first free trucks, to its own site). */
export const Recommendation = z.object({
  simulated,
  availableVehicles: z.number(),
  reason: z.string(),
  recommendation: z.string(),
  /** One sentence: why this plan, and what it saves. */
  explanation: z.string(),
  reportCounts: z.object({ North: z.number(), South: z.number() }),
  allocation: z.object({ North: z.number(), South: z.number() }),
  thresholds: z.object({ North: z.number(), South: z.number() }),
  schedules: z.array(PlannedCollection),
  /** km, litres and cedi less than the naive plan. */
  saves: z.object({ km: z.number(), litres: z.number(), cedi: z.number() }),
  /** Of the zone that was asked for: the recommended way first. */
  choices: z.array(CollectionChoice).optional(),
  /** What the zone's recommended way takes less than the naive plan's; absent where the two don't collect the same. */
  zoneSaves: z.object({ km: z.number(), litres: z.number(), cost: z.number() }).optional(),
})
export type Recommendation = z.infer<typeof Recommendation>
