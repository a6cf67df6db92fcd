/** Labels: names of roles and truck types, and pairs of texts joined by a colon. */
import { t } from '@lingui/core/macro'
import type { Role, VehicleType } from '#domain/city.ts'

/**
 * Joins two texts as 'Zone: 12 bins'.
 * Languages differ in the space before the colon.
 */
export const withColon = (text: string, object: string) => t`${text}: ${object}`

/** Returns the name of a role, such as 'Dispatcher'. */
export const roleNameOf = (role: Role) => getRoleNames()[role]

export const getRoleNames = (): Record<Role, string> => ({
  resident: t`Resident`,
  dispatcher: t`Dispatcher`,
  recycler: t`Recycler`,
  admin: t`Admin`,
  auditor: t`Auditor`,
  driver: t`Driver`,
})

/** Returns the name of a truck type, such as 'Rear Loader'. */
export const vehicleTypeNameOf = (type: VehicleType) => vehicleTypeNames()[type]

const vehicleTypeNames = (): Record<VehicleType, string> => ({
  compressed_truck: t`Compressed Truck`,
  rear_loader: t`Rear Loader`,
  side_loader: t`Side Loader`,
  front_loader: t`Front Loader`,
  roll_off: t`Roll-off Truck`,
})
