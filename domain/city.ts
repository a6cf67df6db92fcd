/**
 * Fixed values of the domain: roles, materials, vehicle types and statuses.
 * Zones are not fixed, but stored data.
 */

/**
 * Roles of accounts that an admin creates.
 * Residents sign up themselves.
 */
export const STAFF_ROLES = ['dispatcher', 'recycler', 'admin', 'auditor', 'driver'] as const
export const ROLES = ['resident', ...STAFF_ROLES] as const
export type Role = (typeof ROLES)[number]

/** Id of a zone: the name under which it was opened. */
export type Zone = string

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

/** Maximum length in UTF-16 code units, as in browsers. */
export const REPORT_DESCRIPTION_LIMIT = 500

/** Employee IDs: 3 to 6 letters and 3 digits, compared in capitals. */
export const EMPLOYEE_ID_PATTERN = /^[A-Za-z]{3,6}\d{3}$/

export const SCHEDULE_STATUSES = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export const DELIVERY_STATUSES = ['pending', 'in-transit', 'arrived', 'completed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
