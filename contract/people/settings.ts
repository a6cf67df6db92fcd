/** A person's settings: which notifications they want, by role, and what they see. */
import { z } from 'zod'
import { NOTIFICATION_OPTIONS, type NotificationOption } from './notifications.ts'

const options = Object.values(NOTIFICATION_OPTIONS).flat() as [NotificationOption, ...NotificationOption[]]

export const Settings = z.object({
  darkMode: z.boolean(),
  /** How often a recycler's report comes, while they want it; weekly when absent. */
  reportEvery: z.enum(['day', 'week']).optional(),
  notifications: z.partialRecord(z.enum(options), z.boolean()),
})
export type Settings = z.infer<typeof Settings>
