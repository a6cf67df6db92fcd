/** Schemas of admin pages: users, reports, figures, health, security log, operations. */

import { z } from 'zod'
import { REPORT_STATUSES, ROLES } from '#domain/city.ts'
import { User } from '../accounts/views.ts'
import { SECURITY_KINDS } from '../audit/kinds.ts'
import { simulatedSchema } from '../fields.ts'
import { Report } from '../reports/views.ts'

/**
 * User in the admins' list.
 * An erased user has only a role and dates.
 */
export const AdminUser = User.extend({
  simulated: simulatedSchema,
  created_at: z.string(),
  erased: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** A report in the admins' list, with its reporter. */
export const AdminReport = Report.extend({ user_name: z.string(), user_email: z.string(), created_at: z.string() })
export type AdminReport = z.infer<typeof AdminReport>

/** Health computed from the views' lag, the queue and the disk. */
export const SystemHealth = z.object({
  status: z.enum(['Healthy', 'Degraded', 'Critical']),
  /** Problems as sentences; empty if the installation is healthy. */
  reasons: z.array(z.string()),
  /** Number of events that the slowest view has not applied yet. */
  lag: z.number(),
  /** Waiting and failed jobs; absent if this process can't access the queue. */
  queue: z.object({ waiting: z.number(), failed: z.number() }).optional(),
  /** Bytes of the disk that has the data folder. */
  disk: z.object({ free: z.number(), total: z.number() }).optional(),
  /** Number of events that a view could not process. */
  quarantined: z.number(),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const AdminStats = z.object({
  simulated: simulatedSchema,
  totalUsers: z.number(),
  totalReports: z.number(),
  totalWasteSites: z.number(),
  userStats: z.partialRecord(z.enum(ROLES), z.number()),
  reportStats: z.partialRecord(z.enum(REPORT_STATUSES), z.number()),
  wasteStats: z.array(
    z.object({
      id: z.string(),
      simulated: simulatedSchema,
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
   * Figures by week up to the current one, oldest first.
   * They count reports and completed, timely or overdue collections.
   */
  weeks: z.array(
    z.object({
      /** Monday of the week, YYYY-MM-DD. */
      week: z.string(),
      reports: z.number(),
      completed: z.number(),
      /** Number of completed collections that were on time. */
      onTime: z.number(),
      /** Collections that became overdue in this week and are not completed. */
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
  /** Id of the user; absent if a sign-in attempt names no existing account. */
  userId: z.string().optional(),
  /** Name of the user; absent for erased users. */
  user_name: z.string().optional(),
  /** Pseudonym of the network address: equal for equal addresses, not reversible. */
  origin: z.string().optional(),
})
export type SecurityLogEntry = z.infer<typeof SecurityLogEntry>

/** An item that a view or policy could not process, and its rebuild. */
const QuarantinedItem = z.object({
  id: z.string(),
  kind: z.enum(['view', 'policy']),
  name: z.string(),
  position: z.string(),
  /** Type of the event; for a policy, the failed job. */
  what: z.string(),
  error: z.string(),
  /**
   * Name of the view or policies whose rebuild retries the item.
   * Absent if only another version of WasteSense helps.
   */
  target: z.string().optional(),
})
export type QuarantinedItem = z.infer<typeof QuarantinedItem>

const ReadModelProgress = z.object({
  id: z.string(),
  version: z.int(),
  /** Number of events that the view has not applied yet. */
  lag: z.number(),
  rebuild: z
    .object({
      state: z.enum(['waiting', 'running', 'done']),
      /** Progress through the log, from 0 to 1. */
      done: z.number(),
      /** Number of rows that the rebuild has changed. */
      corrected: z.int(),
    })
    .optional(),
})
export type ReadModelProgress = z.infer<typeof ReadModelProgress>

/** State of the policies, as the workers report it. */
export const PoliciesState = z.object({
  /** Whether the workers are reading the log from its start. */
  reading: z.boolean(),
  setAside: z.array(z.object({ policy: z.string(), position: z.string(), what: z.string(), error: z.string() })),
})
export type PoliciesState = z.infer<typeof PoliciesState>

/**
 * A failed job that will be retried.
 * The dashboard Bull Board would not show it, because no job ends as failed.
 * Bull Board also can't check session tokens, and would show data that is otherwise encrypted.
 */
const FailingJob = z.object({
  id: z.string(),
  name: z.string(),
  tries: z.int(),
  reason: z.string(),
  /** Time of the next automatic attempt. */
  nextAt: z.string().optional(),
})
export type FailingJob = z.infer<typeof FailingJob>

const JobQueueState = z.object({
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  failing: z.array(FailingJob),
})
export type JobQueueState = z.infer<typeof JobQueueState>

const bytes = z.number()
/** Sizes in bytes; absent for storage outside of the data folder. */
const StorageUsage = z.object({
  free: bytes.optional(),
  total: bytes.optional(),
  log: bytes.optional(),
  vault: bytes.optional(),
  /** Size of the row databases, which also contain the rows of past moments. */
  rows: bytes.optional(),
  history: bytes.optional(),
  blobs: bytes.optional(),
})
export type StorageUsage = z.infer<typeof StorageUsage>

export const OperationsStatus = z.object({
  /** Position that all views have reached. */
  position: z.string(),
  views: z.array(ReadModelProgress),
  /** State of the policies; absent while the workers do not answer. */
  policies: PoliciesState.pick({ reading: true }).optional(),
  setAside: z.array(QuarantinedItem),
  /** State of the job queue; absent while the queue does not answer. */
  queue: JobQueueState.optional(),
  storage: StorageUsage,
  /** Time of the last checkpoint of the log. */
  checkpointAt: z.string().optional(),
})
export type OperationsStatus = z.infer<typeof OperationsStatus>
