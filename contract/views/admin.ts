/** What an admin sees: everybody, everything, and how the installation is. */
import { z } from 'zod'
import { REPORT_STATUSES, ROLES } from '#rules/city.ts'
import { SECURITY_KINDS } from '../audit/security.ts'
import { simulated } from '../fields.ts'
import { User } from './accounts.ts'
import { Report } from './reports.ts'

/** A user as an admin's list shows them; of an erased one only the role and the dates are left. */
export const AdminUser = User.extend({
  simulated,
  created_at: z.string(),
  erased: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** A report as an admin's list shows it. */
export const AdminReport = Report.extend({ user_name: z.string(), user_email: z.string(), created_at: z.string() })
export type AdminReport = z.infer<typeof AdminReport>

/** How the installation is: computed from the views' lag, the queue and the disk. */
export const SystemHealth = z.object({
  status: z.enum(['Healthy', 'Degraded', 'Critical']),
  /** What is wrong, in sentences; empty when nothing is. */
  reasons: z.array(z.string()),
  /** Events that the slowest view is behind. */
  lag: z.number(),
  /** Jobs that wait or failed; absent where this process does not know the queue. */
  queue: z.object({ waiting: z.number(), failed: z.number() }).optional(),
  /** Bytes of the data folder's disk. */
  disk: z.object({ free: z.number(), total: z.number() }).optional(),
  /** Events that a view could not take in. */
  quarantined: z.number(),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const AdminStats = z.object({
  simulated,
  totalUsers: z.number(),
  totalReports: z.number(),
  totalWasteSites: z.number(),
  userStats: z.partialRecord(z.enum(ROLES), z.number()),
  reportStats: z.partialRecord(z.enum(REPORT_STATUSES), z.number()),
  wasteStats: z.array(
    z.object({
      id: z.string(),
      simulated,
      name: z.string(),
      location: z.string(),
      currentCapacity: z.number(),
      maxCapacity: z.number(),
      utilizationPercent: z.number(),
    }),
  ),
  systemHealth: SystemHealth,
  /** Reports that are open for longer than they should be. */
  openLate: z.number(),
  /** By week, oldest first, the present one last: reports made, and the collections that were completed or should have been. */
  weeks: z.array(
    z.object({
      /** Its Monday, YYYY-MM-DD. */
      week: z.string(),
      reports: z.number(),
      completed: z.number(),
      /** Of the completed ones those that were done by their time. */
      onTime: z.number(),
      /** Collections whose time ran out in this week and that are not completed yet. */
      overdue: z.number(),
    }),
  ),
})
export type AdminStats = z.infer<typeof AdminStats>

/** A line of the security log. */
export const SecurityEntry = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_KINDS),
  at: z.string(),
  /** Absent where no account was meant that there is. */
  userId: z.string().optional(),
  /** Absent of the erased. */
  user_name: z.string().optional(),
  /** The same address reads alike; it can't be told from it. */
  origin: z.string().optional(),
})
export type SecurityEntry = z.infer<typeof SecurityEntry>
