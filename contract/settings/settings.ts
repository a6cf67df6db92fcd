/** Schema of a person's settings: notifications by role, and appearance. */
import { z } from 'zod'
import { LOCALES } from '../languages/locales.ts'
import { NOTIFICATION_OPTIONS, type NotificationOption } from '../notifications/notifications.ts'

const options = Object.values(NOTIFICATION_OPTIONS).flat() as [NotificationOption, ...NotificationOption[]]

export const AccountSettings = z.object({
  darkMode: z.boolean(),
  /** Frequency of a recycler's digest; weekly when absent. */
  reportEvery: z.enum(['day', 'week']).optional(),
  /**
   * Language of push notifications and mails.
   * If absent, the language of the sign-up, or English.
   */
  language: z.enum(LOCALES).optional(),
  /**
   * Whether notifications also come by SMS; by default only for people who registered by phone.
   * Absent if the person has no phone number.
   */
  sms: z.boolean().optional(),
  notifications: z.partialRecord(z.enum(options), z.boolean()),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** Returns the settings without the SMS option, for a person without a phone number. */
export const withoutSms = ({ sms: _, ...others }: AccountSettings): AccountSettings => others
