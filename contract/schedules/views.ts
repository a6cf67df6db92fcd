/** Schemas of schedules and recommendations. */
import { z } from 'zod'
import { SCHEDULE_STATUSES, VEHICLE_TYPES } from '#domain/city.ts'
import { COLLECTION_OPTION_KINDS } from '#domain/planner/plan.ts'
import { simulatedSchema, truckPlanSchema, zoneIdSchema } from '../fields.ts'

/** A scheduled collection of one truck in a zone. */
export const Schedule = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  zone: zoneIdSchema,
  status: z.enum(SCHEDULE_STATUSES),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  startedAt: z.string().optional(),
  /** Time at which the planned end passed although assigned reports were still open. */
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
  /** Number of the zone's open reports at the time of scheduling. */
  reportsCount: z.number(),
  /** Distance to the site in km, one way. */
  estimatedDistance: z.number(),
  /** Estimated fuel in litres, for one way. */
  estimatedFuelConsumption: z.number(),
  /** Planned work of the truck; absent in older schedules. */
  plan: truckPlanSchema.optional(),
})
export type Schedule = z.infer<typeof Schedule>

/** The work of one truck in a recommended plan. */
const PlannedCollection = z.object({
  zone: zoneIdSchema,
  vehicleId: z.string(),
  siteId: z.string(),
  vehicleInfo: z.string(),
  driverName: z.string().optional(),
  driverContact: z.string().optional(),
  /** Fuel in the tank, in percent. */
  fuelLevel: z.number(),
  /** Distance in km, including all trips to the site and back. */
  estimatedDistance: z.number(),
  /** Estimated fuel in litres. */
  estimatedFuel: z.number(),
  /** Number of trips to the site. */
  dumpTrips: z.number(),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  reportsCount: z.number(),
  /**
   * Number of the zone's open reports at planning time.
   * The planned trucks may collect fewer.
   */
  of: z.number(),
  status: z.string(),
})

/**
 * An option to collect a zone, with its cost.
 * It is recommended or an alternative.
 */
export const CollectionOption = z.object({
  kind: z.enum(COLLECTION_OPTION_KINDS),
  siteId: z.string(),
  /**
   * Number of the zone's open reports at planning time.
   * This option collects `reports` of them.
   */
  of: z.number(),
  reports: z.number(),
  /**
   * Volume of the collected reports in m³.
   * `capacity` is the trucks' volume over all trips.
   */
  load: z.number(),
  capacity: z.number(),
  trips: z.number(),
  km: z.number(),
  litres: z.number(),
  /** Cost of the fuel, in the city's currency. */
  cost: z.number(),
  /** Start time of the trucks; absent if none is scheduled yet. */
  scheduledStart: z.string().optional(),
  trucks: z.array(truckPlanSchema.extend({ vehicleId: z.string() })),
})
export type CollectionOption = z.infer<typeof CollectionOption>

/**
 * Recommended action with reason and savings, compared with a naive plan.
 * That plan gives each zone the first free trucks and nearest site.
 */
export const CollectionRecommendation = z.object({
  simulated: simulatedSchema,
  availableVehicles: z.number(),
  reason: z.string(),
  recommendation: z.string(),
  /** One sentence that explains the recommendation: its reason and its savings. */
  explanation: z.string(),
  reportCounts: z.object({ North: z.number(), South: z.number() }),
  allocation: z.object({ North: z.number(), South: z.number() }),
  thresholds: z.object({ North: z.number(), South: z.number() }),
  schedules: z.array(PlannedCollection),
  /** Savings in km, litres and currency, against the naive plan. */
  saves: z.object({ km: z.number(), litres: z.number(), cedi: z.number() }),
  /** Ways to collect the requested zone; the recommended one is first. */
  choices: z.array(CollectionOption).optional(),
  /**
   * Savings of the zone's recommended option compared with the naive plan.
   * Absent if the two plans collect different reports.
   */
  zoneSaves: z.object({ km: z.number(), litres: z.number(), cost: z.number() }).optional(),
})
export type CollectionRecommendation = z.infer<typeof CollectionRecommendation>
