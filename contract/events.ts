/** Every event of the log, by type, with the schema of its data. Sealed fields hold personal data, encrypted per person. */
import { z } from 'zod'
import { DELIVERY_STATUSES, ROLES, VEHICLE_TYPES, ZONES } from './city.ts'
import { Configuration } from './configuration.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { Settings } from './settings.ts'

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
    /** The password was handed on by that admin: its owner must choose another before anything else. */
    oneTimePassword: z.literal(true).optional(),
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

  // accounts: stream erasure-{personId}; nothing of the person's secrets is left
  ErasureFinished: z.object({ personId: z.string(), finishedAt: at }),

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
    /** The dispatch that it belongs to, when all were collected at once. */
    collectionId: z.string().optional(),
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
  /** It begins at another time; only before it has begun. */
  CollectionRescheduled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    scheduledStart: at,
    estimatedCompletion: at,
    rescheduledBy: z.string(),
    rescheduledAt: at,
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
    /** The reports that it had set out for: nobody is on the way to them any more. */
    reportIds: z.array(z.string()),
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

  /** A truck leaves with the reports it collected, for a site; one delivery for each zone it served. */
  TruckDispatched: z.object({
    collectionId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    loads: z.array(
      z.object({
        deliveryId: z.string(),
        zone,
        reportIds: z.array(z.string()),
        /** kg */
        weight: z.number(),
        /** Reports of the zone that were marked one by one since its last load: they are aboard too. */
        alsoCollected: z.int().min(0).optional(),
        /** The weight was measured; else it is 450 + 75 per report. */
        measured: z.boolean().optional(),
        /** percent by material, where it was analysed */
        composition: z.record(z.string(), z.number()).optional(),
        /** Of a load that was entered by hand; the others are in-transit. */
        status: z.enum(['pending', 'in-transit']).optional(),
      }),
    ),
    /** The truck's schedules that this completes. */
    scheduleIds: z.array(z.string()),
    estimatedArrival: at,
    dispatchedBy: z.string(),
    dispatchedAt: at,
  }),
  TruckArrived: z.object({ vehicleId: z.string(), siteId: z.string(), arrivedAt: at }),

  // fleet: stream vehicle-{id}
  VehicleChanged: z.object({
    vehicleId: z.string(),
    type: z.enum(VEHICLE_TYPES),
    make: z.string(),
    model: z.string(),
    year: z.int(),
    registrationNumber: z.string(),
    fuelEfficiency: z.number(),
    tankCapacity: z.number(),
    fuelLevel: z.number(),
    driver: sealed.optional(),
    changedBy: z.string(),
    changedAt: at,
  }),
  /** It keeps its history and takes part in nothing any more. */
  VehicleArchived: z.object({ vehicleId: z.string(), archivedBy: z.string(), archivedAt: at }),
  /** It had no history. */
  VehicleRemoved: z.object({ vehicleId: z.string(), removedBy: z.string(), removedAt: at }),
  VehicleRefuelled: z.object({
    vehicleId: z.string(),
    litres: z.number().positive(),
    /** cedi */
    costPerLitre: z.number(),
    /** litres, afterwards */
    fuelLevel: z.number(),
    refuelledBy: z.string(),
    refuelledAt: at,
  }),
  TripLogged: z.object({
    tripId: z.string(),
    vehicleId: z.string(),
    tripType: z.enum(['collection', 'delivery']),
    /** km */
    distance: z.number(),
    /** litres burnt */
    litres: z.number(),
    /** litres, afterwards; never below 0 */
    fuelLevel: z.number(),
    /** cedi */
    fuelCost: z.number(),
    description: z.string().optional(),
    tripStart: at,
    tripEnd: at,
    loggedBy: z.string(),
    loggedAt: at,
  }),

  // collections: stream delivery-{id}
  DeliveryCreated: z.object({
    deliveryId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    zone,
    status: z.enum(DELIVERY_STATUSES),
    /** kg */
    weight: z.number().optional(),
    /** Whether the weight is an estimate. */
    estimated: z.boolean(),
    /** percent by material; absent while nobody has analysed it */
    composition: z.record(z.string(), z.number()).optional(),
    /** Reports whose waste is aboard. */
    reportsCount: z.int().min(0),
    estimatedArrival: at,
    createdBy: z.string(),
    createdAt: at,
  }),
  DeliveryMoved: z.object({
    deliveryId: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    /** kg, when it was measured */
    weight: z.number().optional(),
    movedBy: z.string(),
    movedAt: at,
  }),

  // settings: stream configuration
  ConfigurationChanged: z.object({
    /** Counts the changes from 1; whoever edits an older one is told what changed. */
    version: z.int().min(1),
    configuration: Configuration,
    /** What differs from the version before, by path, such as zone_customers.Ablekuma North.totalCustomers. */
    changes: z.array(z.object({ path: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })),
    changedBy: z.string(),
    changedAt: at,
  }),

  // sites: stream site-{id}
  SiteChanged: z.object({
    siteId: z.string(),
    name: z.string(),
    location: z.string(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }),
    changedBy: z.string(),
    changedAt: at,
  }),
  SiteClosed: z.object({ siteId: z.string(), closedBy: z.string(), closedAt: at }),
  SiteCompositionUpdated: z.object({
    siteId: z.string(),
    /** Counts the site's updates from 1. */
    number: z.int().min(1),
    /** percent by material, of all seven; sums to 100 */
    composition: z.record(z.string(), z.number()),
    /** tonnes */
    currentCapacity: z.number(),
    /** kg of what was analysed, where it was */
    weight: z.number().optional(),
    /** Content hash of the annotated image. */
    image: z.string().optional(),
    /** Who said so: a person's hand or a model. */
    source: z.enum(['typed', 'llm', 'yolo']),
    /** Deliveries bound for this site that have arrived with it, and their trucks. */
    arrived: z.array(z.object({ deliveryId: z.string(), vehicleId: z.string() })),
    /** Whether the site went above 90 % of its capacity with this. */
    crossed: z.boolean(),
    updatedBy: z.string(),
    updatedAt: at,
  }),

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
