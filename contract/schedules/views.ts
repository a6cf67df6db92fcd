/** Schemas of schedules and recommendations. */
import { z } from 'zod'
import { SCHEDULE_STATUSES, VEHICLE_TYPES } from '#domain/city.ts'
import { CHOICE_KINDS } from '#domain/planner/plan.ts'
import { plan, simulated, zone } from '../fields.ts'

/** A scheduled collection of one truck in a zone. */
export const Schedule = z.object({
  simulated,
  id: z.string(),
  zone,
  status: z.enum(SCHEDULE_STATUSES),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  startedAt: z.string().optional(),
  /** Time at which its planned end passed while assigned bins were open. */
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
  /** Number of open reports of the zone when it was scheduled. */
  reportsCount: z.number(),
  /** km, one way */
  estimatedDistance: z.number(),
  /** litres, one way */
  estimatedFuelConsumption: z.number(),
  /** Planned work of the truck; absent in older schedules. */
  plan: plan.optional(),
})
export type Schedule = z.infer<typeof Schedule>

/** The work of one truck in a recommended plan. */
const PlannedCollection = z.object({
  zone,
  vehicleId: z.string(),
  siteId: z.string(),
  vehicleInfo: z.string(),
  driverName: z.string().optional(),
  driverContact: z.string().optional(),
  /** Percent of the tank */
  fuelLevel: z.number(),
  /** km, including all trips to the site and back */
  estimatedDistance: z.number(),
  /** litres */
  estimatedFuel: z.number(),
  /** Number of trips to the site. */
  dumpTrips: z.number(),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  reportsCount: z.number(),
  /**
   * Number of open reports of the zone when it was planned.
   * The trucks may not take all of them.
   */
  of: z.number(),
  status: z.string(),
})

/** An option to collect a zone with its cost: the recommended one or an alternative. */
export const CollectionOption = z.object({
  kind: z.enum(CHOICE_KINDS),
  siteId: z.string(),
  /** Number of open reports when it was planned; `reports` of them are collected. */
  of: z.number(),
  reports: z.number(),
  /** Volume of those reports in m³, and capacity of the trucks over all trips. */
  load: z.number(),
  capacity: z.number(),
  trips: z.number(),
  km: z.number(),
  litres: z.number(),
  /** Cost of the fuel, in the city's currency. */
  cost: z.number(),
  /** Start time of the trucks; absent if none is sent yet. */
  scheduledStart: z.string().optional(),
  trucks: z.array(plan.extend({ vehicleId: z.string() })),
})
export type CollectionOption = z.infer<typeof CollectionOption>

/**
 * Recommended action, its reason, and what it saves.
 * The naive plan, for comparison, sends each zone its first free trucks, to the zone's nearest site.
 */
export const Recommendation = z.object({
  simulated,
  availableVehicles: z.number(),
  reason: z.string(),
  recommendation: z.string(),
  /** One sentence with the reason and the savings. */
  explanation: z.string(),
  reportCounts: z.object({ North: z.number(), South: z.number() }),
  allocation: z.object({ North: z.number(), South: z.number() }),
  thresholds: z.object({ North: z.number(), South: z.number() }),
  schedules: z.array(PlannedCollection),
  /** Savings compared with the naive plan, in km, litres and currency units. */
  saves: z.object({ km: z.number(), litres: z.number(), cedi: z.number() }),
  /** Options for the requested zone, the recommended one first. */
  choices: z.array(CollectionOption).optional(),
  /**
   * Savings of the zone's recommended option compared with the naive plan.
   * Absent if the two collect different reports.
   */
  zoneSaves: z.object({ km: z.number(), litres: z.number(), cost: z.number() }).optional(),
})
export type Recommendation = z.infer<typeof Recommendation>
