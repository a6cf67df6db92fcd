/** What an admin sees of the installation at work: its views and policies, and what they could not take. */
import { z } from 'zod'

/** What a view or a policy could not take, and the rebuild that gives it to them again. */
const SetAside = z.object({
  id: z.string(),
  kind: z.enum(['view', 'policy']),
  name: z.string(),
  position: z.string(),
  /** The type of the event, or the job that a policy asked for in vain. */
  what: z.string(),
  error: z.string(),
  /** What is to be made anew; absent where only another version of WasteSense helps. */
  target: z.string().optional(),
})
export type SetAside = z.infer<typeof SetAside>

const ViewState = z.object({
  id: z.string(),
  version: z.int(),
  /** Events that it is behind. */
  lag: z.number(),
  rebuild: z
    .object({
      state: z.enum(['waiting', 'running', 'done']),
      /** Of the log, from 0 to 1. */
      done: z.number(),
      /** Rows that came out otherwise than they were. */
      corrected: z.int(),
    })
    .optional(),
})
export type ViewState = z.infer<typeof ViewState>

/** What workers tell of their policies. */
export const PoliciesState = z.object({
  /** The log is read from its beginning. */
  reading: z.boolean(),
  setAside: z.array(z.object({ policy: z.string(), position: z.string(), what: z.string(), error: z.string() })),
})
export type PoliciesState = z.infer<typeof PoliciesState>

/** A job that has failed and is tried again. */
const FailingJob = z.object({
  id: z.string(),
  name: z.string(),
  tries: z.int(),
  reason: z.string(),
  /** When it is tried next by itself. */
  nextAt: z.string().optional(),
})
export type FailingJob = z.infer<typeof FailingJob>

const Queue = z.object({
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  failing: z.array(FailingJob),
})
export type Queue = z.infer<typeof Queue>

const bytes = z.number()
/** Bytes; a part is absent where it does not lie in the data folder. */
const Storage = z.object({
  free: bytes.optional(),
  total: bytes.optional(),
  log: bytes.optional(),
  vault: bytes.optional(),
  /** The history of rows. */
  rows: bytes.optional(),
  history: bytes.optional(),
  blobs: bytes.optional(),
})
export type Storage = z.infer<typeof Storage>

export const Operations = z.object({
  /** That all views are true at. */
  position: z.string(),
  views: z.array(ViewState),
  /** Absent while the workers do not answer. */
  policies: PoliciesState.pick({ reading: true }).optional(),
  setAside: z.array(SetAside),
  /** Absent while the queue does not answer. */
  queue: Queue.optional(),
  storage: Storage,
  /** When the log was last signed. */
  checkpointAt: z.string().optional(),
})
export type Operations = z.infer<typeof Operations>
