/** Schema of a notification. */
import { z } from 'zod'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'

export const Notification = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  message: z.string(),
  timestamp: z.string(),
  /**
   * Orders notifications: a newer one has a higher number.
   * Unlike the time, it does not depend on the clock.
   */
  sequence: z.int().min(0),
  read: z.boolean(),
  archived: z.boolean(),
  zone: zoneIdSchema.optional(),
  metadata: z.record(z.string(), z.unknown()),
})
export type Notification = z.infer<typeof Notification>
