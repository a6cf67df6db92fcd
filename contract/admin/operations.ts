/** Schemas of the operations page: views, policies, quarantined events, queue and storage. */
import { z } from 'zod'

/** An item that a view or a policy could not process, with the rebuild that would retry it. */
const QuarantinedItem = z.object({
  id: z.string(),
  kind: z.enum(['view', 'policy']),
  name: z.string(),
  position: z.string(),
  /** Type of the event; for a policy, the requested job that failed. */
  what: z.string(),
  error: z.string(),
  /**
   * Name of the view or policies whose rebuild retries the item.
   * Absent if only another version of WasteSense helps.
   */
  target: z.string().optional(),
})
export type QuarantinedItem = z.infer<typeof QuarantinedItem>

const ViewState = z.object({
  id: z.string(),
  version: z.int(),
  /** Number of events that the view is behind the log. */
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
export type ViewState = z.infer<typeof ViewState>

/** State of the policies, as the workers report it. */
export const PoliciesState = z.object({
  /** Whether the workers are reading the log from its start. */
  reading: z.boolean(),
  setAside: z.array(z.object({ policy: z.string(), position: z.string(), what: z.string(), error: z.string() })),
})
export type PoliciesState = z.infer<typeof PoliciesState>

/**
 * A failed job that will be retried.
 * WasteSense lists such jobs itself: Bull Board would not show them, because no job ends as failed.
 * Bull Board also knows no session tokens, and would show data that is sealed elsewhere.
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
  /** Size of the history of rows, which serves reads of the past. */
  rows: bytes.optional(),
  history: bytes.optional(),
  blobs: bytes.optional(),
})
export type StorageUsage = z.infer<typeof StorageUsage>

export const OperationsStatus = z.object({
  /** Position that all views have reached. */
  position: z.string(),
  views: z.array(ViewState),
  /** State of the policies; absent while the workers do not answer. */
  policies: PoliciesState.pick({ reading: true }).optional(),
  setAside: z.array(QuarantinedItem),
  /** State of the queue; absent while the queue does not answer. */
  queue: JobQueueState.optional(),
  storage: StorageUsage,
  /** Time of the last checkpoint of the log. */
  checkpointAt: z.string().optional(),
})
export type OperationsStatus = z.infer<typeof OperationsStatus>
