/** Events of drivers. */
import { z } from 'zod'
import { at, userId } from '../fields.ts'

export const driver = {
  // Stream drivers; its revision check gives a truck one driver, and a driver one truck
  DriverAssigned: z.object({
    userId,
    vehicleId: z.string(),
    /** A dispatcher, or the driver. */
    assignedBy: userId,
    assignedAt: at,
  }),
  DriverReleased: z.object({ userId, vehicleId: z.string(), releasedBy: z.string(), releasedAt: at }),
}
