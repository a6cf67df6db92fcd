/** What screens read: the answers' shapes, with personal data already opened for a reader who may see it. */
import { z } from 'zod'
import { MATERIALS, REPORT_STATUSES, ROLES, VEHICLE_STATUSES, VEHICLE_TYPES, ZONES } from './city.ts'

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
})
export type Site = z.infer<typeof Site>
