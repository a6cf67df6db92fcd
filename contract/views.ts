/** What screens read: the answers' shapes, with personal data already opened for a reader who may see it. */
import { z } from 'zod'
import {
  DELIVERY_STATUSES,
  MATERIALS,
  REPORT_STATUSES,
  ROLES,
  SCHEDULE_STATUSES,
  VEHICLE_STATUSES,
  VEHICLE_TYPES,
  ZONES,
} from './city.ts'
import { Configuration } from './configuration.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'

const zone = z.enum(ZONES)

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  employee_id: z.string().optional(),
  phone: z.string().optional(),
  zone: zone.optional(),
  facility: z.string().optional(),
  createdAt: z.string(),
  /** The password was handed on by an admin: until its owner has chosen another, the server refuses everything else. */
  mustChangePassword: z.literal(true).optional(),
})
export type User = z.infer<typeof User>

export const Session = z.object({ user: User, token: z.string() })
export type Session = z.infer<typeof Session>

export const Report = z.object({
  id: z.string(),
  userId: z.string(),
  zone,
  description: z.string().optional(),
  timestamp: z.string(),
  status: z.enum(REPORT_STATUSES),
  /** When it was collected. */
  collectedAt: z.string().optional(),
  /** For dispatchers. */
  resident_name: z.string().optional(),
})
export type Report = z.infer<typeof Report>

/** A zone as its card shows it. `required` is what makes it ready; `alertAt` what raises the alert. */
export const ZoneStatus = z.object({
  zone,
  currentReports: z.number(),
  requiredReports: z.number(),
  totalCustomers: z.number(),
  thresholdReached: z.boolean(),
  reportsNeeded: z.number(),
})
export type ZoneStatus = z.infer<typeof ZoneStatus>

export const ThresholdStatus = z.object({
  status: z.string(),
  thresholdStatus: z.record(zone, ZoneStatus.omit({ zone: true })),
  timestamp: z.string(),
})
export type ThresholdStatus = z.infer<typeof ThresholdStatus>

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  message: z.string(),
  timestamp: z.string(),
  read: z.boolean(),
  archived: z.boolean(),
  zone: zone.optional(),
  metadata: z.record(z.string(), z.unknown()),
})
export type Notification = z.infer<typeof Notification>

export const Vehicle = z.object({
  id: z.string(),
  type: z.enum(VEHICLE_TYPES),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  registration_number: z.string(),
  fuel_efficiency_kmpl: z.number(),
  tank_capacity_liters: z.number(),
  current_fuel_level: z.number(),
  fuel_percentage: z.number(),
  estimated_range_km: z.number(),
  needs_refuel: z.boolean(),
  status: z.enum(VEHICLE_STATUSES),
  /** It keeps its history and takes part in nothing any more. */
  archived: z.boolean().optional(),
  archived_at: z.string().optional(),
  /** The name of who archived it, in the list of archived vehicles. */
  archived_by: z.string().optional(),
  driver_name: z.string().optional(),
  driver_contact: z.string().optional(),
})
export type Vehicle = z.infer<typeof Vehicle>

export const Site = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  zone: zone.optional(),
  currentCapacity: z.number(),
  maxCapacity: z.number(),
  lastUpdated: z.string(),
  coordinates: z.object({ lat: z.number(), lng: z.number() }),
  composition: z.partialRecord(z.enum(MATERIALS), z.number()),
  /** The same once more, flat, for clients that read it so; what is unknown is absent. */
  composition_plastic: z.number().optional(),
  composition_paper: z.number().optional(),
  composition_glass: z.number().optional(),
  composition_metal: z.number().optional(),
  composition_organic: z.number().optional(),
  composition_textile: z.number().optional(),
  composition_other: z.number().optional(),
})
export type Site = z.infer<typeof Site>

/** A truck's collection in a zone. */
export const Schedule = z.object({
  id: z.string(),
  zone,
  status: z.enum(SCHEDULE_STATUSES),
  scheduledStart: z.string(),
  estimatedCompletion: z.string(),
  startedAt: z.string().optional(),
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
  reportsCount: z.number(),
  /** km */
  estimatedDistance: z.number(),
  /** litres */
  estimatedFuelConsumption: z.number(),
})
export type Schedule = z.infer<typeof Schedule>

/** A user as an admin's list shows them; of an erased one only the role and the dates are left. */
export const AdminUser = User.extend({ created_at: z.string(), erased: z.boolean() })
export type AdminUser = z.infer<typeof AdminUser>

/** A report as an admin's list shows it. */
export const AdminReport = Report.extend({ user_name: z.string(), user_email: z.string(), created_at: z.string() })
export type AdminReport = z.infer<typeof AdminReport>

/** How the installation is: computed from the views' lag, the queue and the disk. */
export const SystemHealth = z.object({
  status: z.enum(['Healthy', 'Degraded', 'Critical']),
  /** What is wrong, in sentences; empty when nothing is. */
  reasons: z.array(z.string()),
  /** Events that the slowest view is behind. */
  lag: z.number(),
  /** Jobs that wait or failed; absent where this process does not know the queue. */
  queue: z.object({ waiting: z.number(), failed: z.number() }).optional(),
  /** Bytes of the data folder's disk. */
  disk: z.object({ free: z.number(), total: z.number() }).optional(),
  /** Events that a view could not take in. */
  quarantined: z.number(),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const AdminStats = z.object({
  totalUsers: z.number(),
  totalReports: z.number(),
  totalWasteSites: z.number(),
  userStats: z.partialRecord(z.enum(ROLES), z.number()),
  reportStats: z.partialRecord(z.enum(REPORT_STATUSES), z.number()),
  wasteStats: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      location: z.string(),
      currentCapacity: z.number(),
      maxCapacity: z.number(),
      utilizationPercent: z.number(),
    }),
  ),
  systemHealth: SystemHealth,
})
export type AdminStats = z.infer<typeof AdminStats>

/** The figures of a profile page, each computed from the log; what a role has none of is absent. */
export const ProfileFigures = z.object({
  /** Schedules of this week that were not cancelled. */
  activeCollectionsThisWeek: z.number().optional(),
  /** Reports collected in the last 30 days. */
  reportsProcessed30Days: z.number().optional(),
  /** Percent of the reports made in the last 30 days that were collected; absent when there were none. */
  efficiencyPercent: z.number().optional(),
  /** The reader's own reports. */
  reportsTotal: z.number().optional(),
  reportsCollected: z.number().optional(),
})
export type ProfileFigures = z.infer<typeof ProfileFigures>

/** A truckload on its way to a site. */
export const Delivery = z.object({
  id: z.string(),
  truckId: z.string(),
  facilityId: z.string(),
  zone,
  estimatedArrival: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** kg */
  weight: z.number().optional(),
  /** Whether the weight is an estimate. */
  estimated: z.boolean(),
  composition: z.partialRecord(z.enum(MATERIALS), z.number()).optional(),
  reportsCount: z.number(),
  createdAt: z.string(),
  arrivedAt: z.string().optional(),
})
export type Delivery = z.infer<typeof Delivery>

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
  status: z.string(),
})

/** What to do now, why, and what it saves against the naive plan (each zone its first free trucks, to its own site). */
export const Recommendation = z.object({
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
})
export type Recommendation = z.infer<typeof Recommendation>

/** A logged trip of a truck. */
export const FuelLog = z.object({
  id: z.string(),
  vehicle_id: z.string(),
  trip_type: z.enum(['collection', 'delivery']),
  /** km */
  distance_km: z.number(),
  /** litres burnt */
  fuel_consumed: z.number(),
  /** cedi */
  fuel_cost: z.number(),
  trip_start: z.string(),
  trip_end: z.string(),
  route_description: z.string().optional(),
})
export type FuelLog = z.infer<typeof FuelLog>

const fuelFigures = z.object({
  /** cedi */
  total_cost: z.number(),
  /** cedi; null when nothing was driven */
  avg_cost_per_km: z.number().nullable(),
  total_trips: z.number(),
  /** litres */
  total_fuel_consumed: z.number(),
  /** km */
  total_distance: z.number(),
})

export const FuelAnalytics = z.object({
  period_days: z.number(),
  vehicles: z.array(
    fuelFigures.extend({
      vehicle_id: z.string(),
      /** km per litre as driven; null when nothing was driven */
      efficiency_kmpl: z.number().nullable(),
    }),
  ),
  summary: fuelFigures,
  /** By day (YYYY-MM-DD), oldest first, days without a trip included. */
  days: z.array(z.object({ date: z.string(), litres: z.number(), distance: z.number(), cost: z.number() })),
  /** What was reported and collected in the period, by day. */
  performance: z.object({
    reports: z.number(),
    collected: z.number(),
    /** Hours from report to collection, median; null when nothing was collected. */
    medianHours: z.number().nullable(),
    days: z.array(z.object({ date: z.string(), reports: z.number(), collected: z.number() })),
  }),
})
export type FuelAnalytics = z.infer<typeof FuelAnalytics>

/** The configuration with its version and who changed it last. */
export const ConfigurationView = Configuration.extend({
  version: z.number(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
})
export type ConfigurationView = z.infer<typeof ConfigurationView>

/** One state of a site in time: its load and composition. */
export const CompositionRecord = z.object({
  id: z.string(),
  site_id: z.string(),
  date: z.string(),
  /** tonnes */
  current_capacity: z.number(),
  plastic_percent: z.number(),
  paper_percent: z.number(),
  glass_percent: z.number(),
  metal_percent: z.number(),
  organic_percent: z.number(),
  textile_percent: z.number(),
  other_percent: z.number(),
  image_url: z.string().optional(),
  created_at: z.string(),
})
export type CompositionRecord = z.infer<typeof CompositionRecord>
