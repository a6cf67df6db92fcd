/** Schemas of drivers and their sheets. */
import { z } from 'zod'

/** A driver with the truck that they drive now. */
export const Driver = z.object({
  id: z.string(),
  name: z.string(),
  employee_id: z.string().optional(),
  vehicleId: z.string().optional(),
})
export type Driver = z.infer<typeof Driver>
