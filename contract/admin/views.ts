/** Schemas of admin pages: users, reports, figures, health and the security log. */
import { z } from 'zod'
import { REPORT_STATUSES, ROLES } from '#domain/city.ts'
import { User } from '../accounts/views.ts'
import { SECURITY_KINDS } from '../audit/security.ts'
import { simulated } from '../fields.ts'
import { Report } from '../reports/views.ts'

/** A user in the admins' list. Erased users keep only role and dates. */
export const AdminUser = User.extend({
  simulated,
  created_at: z.string(),
  erased: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** A report in the admins' list, with its reporter. */
export const AdminReport = Report.extend({ user_name: z.string(), user_email: z.string(), created_at: z.string() })
export type AdminReport = z.infer<typeof AdminReport>

/** Health of the installation, computed from the views' lag, the queue and the disk. */
export const SystemHealth = z.object({
  status: z.enum(['Healthy', 'Degraded', 'Critical']),
  /** Problems as sentences; empty if the installation is healthy. */
  reasons: z.array(z.string()),
  /** Number of events that the slowest view is behind. */
  lag: z.number(),
  /** Number of waiting and failed jobs; absent if this process has no access to the queue. */
  queue: z.object({ waiting: z.number(), failed: z.number() }).optional(),
  /** Bytes of the disk that has the data folder. */
  disk: z.object({ free: z.number(), total: z.number() }).optional(),
  /** Number of events that a view could not process. */
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
  /** Number of reports that have been open for too long. */
  openLate: z.number(),
  /**
   * Figures by week, oldest first, up to the current one: reports made, and collections completed, on time or overdue.
   */
  weeks: z.array(
    z.object({
      /** Monday of the week, YYYY-MM-DD. */
      week: z.string(),
      reports: z.number(),
      completed: z.number(),
      /** Number of completed collections that were on time. */
      onTime: z.number(),
      /** Number of collections that became overdue in this week and are not completed yet. */
      overdue: z.number(),
    }),
  ),
})
export type AdminStats = z.infer<typeof AdminStats>

/** An entry of the security log. */
export const SecurityLogEntry = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_KINDS),
  at: z.string(),
  /** Absent if the attempt names no existing account. */
  userId: z.string().optional(),
  /** Name of the user; absent for erased users. */
  user_name: z.string().optional(),
  /** Pseudonym of the network address: equal for equal addresses, but not reversible. */
  origin: z.string().optional(),
})
export type SecurityLogEntry = z.infer<typeof SecurityLogEntry>
