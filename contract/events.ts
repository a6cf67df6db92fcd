/** Every event of the log, by type, with the schema of its data. Sealed fields hold personal data, encrypted per person. */
import { z } from 'zod'
import { ROLES, VEHICLE_TYPES, ZONES } from './city.ts'
import { NOTIFICATION_KINDS, Settings } from './settings.ts'

const userId = z.string().min(1)
const zone = z.enum(ZONES)
/** AES-256-GCM under the person's key: base64url of nonce, ciphertext and tag. */
const sealed = z.string().min(1)
const at = z.iso.datetime()

export const eventSchemas = {
  // accounts: stream account-{userId}
  AccountRegistered: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    facility: z.string().optional(),
    employeeId: z.string().optional(),
    /** {name, email, phone?} */
    sealed,
    registeredAt: at,
    /** The admin who created the account; absent when the person signed up. */
    registeredBy: userId.optional(),
  }),
  /** Another role, zone or facility; ends the person's sessions. */
  AccountReassigned: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    facility: z.string().optional(),
    changedBy: userId,
    changedAt: at,
  }),
  SettingsSaved: z.object({ userId, settings: Settings, savedAt: at }),
  RegistrationAbandoned: z.object({ userId }),
  PasswordChanged: z.object({ userId, changedAt: at }),
  AccountErased: z.object({ userId, erasedAt: at, erasedBy: userId.optional() }),

  // accounts: stream signins-{userId}; staff only, and never an address
  StaffSignedIn: z.object({ userId, role: z.enum(ROLES), signedInAt: at }),

  // accounts: stream admins; so that the log itself keeps the last admin
  AdminAppointed: z.object({ userId, appointedAt: at }),
  AdminDismissed: z.object({ userId, dismissedAt: at }),

  // accounts: stream identity-{keyed hash of an email or employee id}
  IdentityReserved: z.object({ userId, reservedAt: at }),
  IdentityReleased: z.object({ userId }),

  // reports: stream bin-{userId}
  BinReportedFull: z.object({
    reportId: z.string(),
    userId,
    zone,
    /** {name, description?} */
    sealed,
    reportedAt: at,
    /** What the reporter was told of the zone: reports so far, customers, and reports needed. */
    told: z.object({ reportedCount: z.number(), total: z.number(), threshold: z.number() }),
  }),
  // collections: stream bin-{userId}
  ReportCollected: z.object({
    reportId: z.string(),
    userId,
    zone,
    reportedAt: at,
    collectedBy: userId,
    collectedAt: at,
    siteId: z.string().optional(),
  }),

  // settings: stream zone-{zone}
  ZoneConfigured: z.object({
    zone,
    totalCustomers: z.int().min(1),
    changedBy: z.string(),
    changedAt: at,
  }),

  // notifications: stream notification-{id}
  NotificationSent: z.object({
    notificationId: z.string(),
    audience: z.enum(ROLES),
    /** Set when it is for one person only. */
    userId: userId.optional(),
    kind: z.enum(NOTIFICATION_KINDS),
    zone: zone.optional(),
    title: z.string(),
    message: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    sentAt: at,
  }),
  NotificationRead: z.object({ notificationId: z.string(), readBy: userId, readAt: at }),
  NotificationArchived: z.object({ notificationId: z.string(), archivedBy: userId, archivedAt: at }),

  // fleet: stream vehicle-{id}
  VehicleRegistered: z.object({
    vehicleId: z.string(),
    type: z.enum(VEHICLE_TYPES),
    make: z.string(),
    model: z.string(),
    year: z.int(),
    registrationNumber: z.string(),
    /** km per litre */
    fuelEfficiency: z.number(),
    /** litres */
    tankCapacity: z.number(),
    /** litres */
    fuelLevel: z.number(),
    /** {name, contact?} of the driver, under the key of `driver-{vehicleId}`. */
    driver: sealed.optional(),
    registeredBy: z.string(),
    registeredAt: at,
  }),

  // collections: stream vehicle-{id}, so that no truck is in two places
  CollectionScheduled: z.object({
    /** SCH-… */
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The zone's collection cycle that it is for. */
    cycle: z.int().min(0),
    vehicle: z.object({
      make: z.string(),
      model: z.string(),
      type: z.enum(VEHICLE_TYPES),
      registrationNumber: z.string(),
    }),
    /** {name, contact?} of the driver, under the key of `driver-{vehicleId}`. */
    driver: sealed.optional(),
    siteId: z.string(),
    reportsCount: z.int().min(0),
    scheduledStart: at,
    estimatedCompletion: at,
    /** km */
    estimatedDistance: z.number(),
    /** litres */
    estimatedFuel: z.number(),
    scheduledBy: z.string(),
    scheduledAt: at,
  }),
  CollectionStarted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The zone's open reports at that time: the truck is on its way to them. */
    reportIds: z.array(z.string()),
    startedAt: at,
  }),
  CollectionCompleted: z.object({ scheduleId: z.string(), vehicleId: z.string(), zone, completedAt: at }),
  CollectionCancelled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    cancelledBy: z.string(),
    cancelledAt: at,
    reason: z.string().optional(),
  }),

  // collections: stream dispatch-{zone}; one plan per zone and cycle
  CollectionPlanned: z.object({
    zone,
    cycle: z.int().min(0),
    vehicleIds: z.array(z.string()).min(1),
    plannedBy: z.string(),
    plannedAt: at,
  }),
  /** A truck of the plan was taken in the meantime: it is no part of it any more. */
  PlanReduced: z.object({ zone, cycle: z.int().min(0), vehicleId: z.string(), reducedAt: at }),

  // sites: stream site-{id}
  SiteOpened: z.object({
    siteId: z.string(),
    name: z.string(),
    location: z.string(),
    zone: zone.optional(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }),
    /** tonnes */
    maxCapacity: z.number(),
    /** tonnes */
    currentCapacity: z.number(),
    /** percent by material; what is not named is unknown */
    composition: z.record(z.string(), z.number()),
    openedBy: z.string(),
    openedAt: at,
  }),
} as const

export type EventType = keyof typeof eventSchemas
/** The data of an event by its type. */
export type EventData<T extends EventType> = z.infer<(typeof eventSchemas)[T]>
/** An event by its type: `EventOf<'BinReportedFull' | 'ReportCollected'>` is a union to switch over. */
export type EventOf<T extends EventType> = T extends EventType ? { type: T; data: EventData<T> } : never
/** Any event. */
export type Event = EventOf<EventType>
