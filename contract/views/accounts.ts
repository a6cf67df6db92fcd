/** A person as signed in, and the figures of a profile page. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import { simulated, zone } from '../fields.ts'

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  employee_id: z.string().optional(),
  phone: z.string().optional(),
  zone: zone.optional(),
  facility: z.string().optional(),
  createdAt: z.string(),
  /** The password was handed on by an admin: until its owner has chosen another, the server refuses everything else. */
  mustChangePassword: z.literal(true).optional(),
  /** The email has yet to be confirmed, by its link or by an admin. */
  unconfirmed: z.literal(true).optional(),
})
export type User = z.infer<typeof User>

/** `device`: kept beyond the session, and sent with later sign-ins, so that nobody locks this device out. */
export const Session = z.object({ user: User, token: z.string(), device: z.string().optional() })
export type Session = z.infer<typeof Session>

/** The figures of a profile page, each computed from the log; what a role has none of is absent. */
export const ProfileFigures = z.object({
  simulated,
  /** Schedules of this week that were not cancelled. */
  activeCollectionsThisWeek: z.number().optional(),
  /** Reports collected in the last 30 days. */
  reportsProcessed30Days: z.number().optional(),
  /** Percent of the reports made in the last 30 days that were collected; absent when there were none. */
  efficiencyPercent: z.number().optional(),
  /** The reader's own reports. */
  reportsTotal: z.number().optional(),
  reportsCollected: z.number().optional(),
})
export type ProfileFigures = z.infer<typeof ProfileFigures>

/** How somebody is signed in, and what protects it. */
export const Security = z.object({
  /** The newest first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Such as `Chrome on Android`. */
      device: z.string(),
      since: z.string(),
      /** To about five minutes. */
      seen: z.string(),
      /** The one that asks. */
      present: z.boolean(),
    }),
  ),
  secondFactor: z.object({ active: z.boolean(), recoveryCodes: z.number() }),
})
export type Security = z.infer<typeof Security>
