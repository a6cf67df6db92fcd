/** Schemas of the signed-in user, settings, security settings, and profile figures. */

import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'
import { LOCALES } from '../languages/locales.ts'
import { NOTIFICATION_OPTIONS, type NotificationOption } from '../notifications/notifications.ts'

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  employee_id: z.string().optional(),
  phone: z.string().optional(),
  /** Proved phone number for sign-in, in E.164. */
  sign_in_phone: z.string().optional(),
  zone: zoneIdSchema.optional(),
  facility: z.string().optional(),
  createdAt: z.string(),
  /**
   * Set if an admin knows the password.
   * The server refuses other requests until the owner replaces it.
   */
  mustChangePassword: z.literal(true).optional(),
  /** Set while neither a link nor an admin has confirmed the email. */
  unconfirmed: z.literal(true).optional(),
})
export type User = z.infer<typeof User>

/**
 * A new session.
 * The token `device` outlives it: later sign-ins send it to avoid lockouts.
 */
export const Session = z.object({ user: User, token: z.string(), device: z.string().optional() })
export type Session = z.infer<typeof Session>

/**
 * Figures of a profile page, computed from the log.
 * Figures that do not apply to the role are absent.
 */
export const ProfileStatistics = z.object({
  simulated: simulatedSchema,
  /** Number of schedules this week that were not cancelled. */
  activeCollectionsThisWeek: z.number().optional(),
  /** Number of reports collected in the last 30 days. */
  reportsProcessed30Days: z.number().optional(),
  /** Percent of the last 30 days' reports that were collected; absent without reports. */
  efficiencyPercent: z.number().optional(),
  /** Number of the resident's own reports. */
  reportsTotal: z.number().optional(),
  reportsCollected: z.number().optional(),
})
export type ProfileStatistics = z.infer<typeof ProfileStatistics>

/** Sessions and second factor of a person. */
export const AccountSecurity = z.object({
  /** Sessions, newest first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Device name such as `Chrome on Android`. */
      device: z.string(),
      since: z.string(),
      /** Time of the session's last use, accurate to about five minutes. */
      seen: z.string(),
      /** Whether this session sent the present request. */
      present: z.boolean(),
    }),
  ),
  secondFactor: z.object({ active: z.boolean(), recoveryCodes: z.number() }),
})
export type AccountSecurity = z.infer<typeof AccountSecurity>

const notificationOptions = Object.values(NOTIFICATION_OPTIONS).flat() as [NotificationOption, ...NotificationOption[]]

/** A person's settings: notifications by role, and appearance. */
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
   * Whether notifications also come by SMS; by default only after registration by phone.
   * Absent without a phone number.
   */
  sms: z.boolean().optional(),
  notifications: z.partialRecord(z.enum(notificationOptions), z.boolean()),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** Returns settings without the SMS option, for people without a phone number. */
export const omitSmsSetting = ({ sms: _, ...others }: AccountSettings): AccountSettings => others
