/** The city's fixed words: roles, zones, materials, vehicle types, and the figures that an installation starts with. */

export const ROLES = ['resident', 'dispatcher', 'recycler', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

export const ZONES = ['Ablekuma North', 'Ayawaso West'] as const
export type Zone = (typeof ZONES)[number]
export const DEFAULT_ZONE: Zone = 'Ablekuma North'

/**
 * About the middle of each zone (the municipalities of these names, Greater Accra), in degrees to the nearest hundredth, which is
 * about 1 km: enough for a schematic map, not for finding the way.
 */
export const ZONE_CENTRES: Record<Zone, { lat: number; lng: number }> = {
  'Ablekuma North': { lat: 5.6, lng: -0.27 },
  'Ayawaso West': { lat: 5.64, lng: -0.19 },
}

export const MATERIALS = ['plastic', 'paper', 'glass', 'metal', 'organic', 'textile', 'other'] as const
export type Material = (typeof MATERIALS)[number]

export const VEHICLE_TYPES = ['compressed_truck', 'rear_loader', 'side_loader', 'front_loader', 'roll_off'] as const
export type VehicleType = (typeof VEHICLE_TYPES)[number]

export const VEHICLE_TYPE_LABELS: Record<VehicleType, string> = {
  compressed_truck: 'Compressed Truck',
  rear_loader: 'Rear Loader',
  side_loader: 'Side Loader',
  front_loader: 'Front Loader',
  roll_off: 'Roll-off Truck',
}

export const VEHICLE_STATUSES = ['available', 'scheduled', 'in-transit', 'on-route', 'maintenance'] as const
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number]

export const REPORT_STATUSES = ['new', 'in-progress', 'completed', 'collected'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** Customers of a zone when nobody has configured them. */
export const DEFAULT_CUSTOMERS: Record<Zone, number> = { 'Ablekuma North': 145, 'Ayawaso West': 82 }

/** Longest description of a report, in characters (UTF-16 code units, as browsers count them). */
export const DESCRIPTION_LIMIT = 500

/** Employee IDs are 3 to 6 letters and 3 digits; they are compared in capitals. */
export const EMPLOYEE_ID = /^[A-Za-z]{3,6}\d{3}$/

export const SCHEDULE_STATUSES = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export const DELIVERY_STATUSES = ['pending', 'in-transit', 'arrived', 'completed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
