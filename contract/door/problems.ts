/** What goes wrong, as RFC 9457 problem documents that also carry `message`, the text that screens show. */
import { z } from 'zod'

/** The kinds of problem and the HTTP status of each. */
export const PROBLEM_STATUS = {
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'timed-out': 408,
  conflict: 409,
  changed: 412,
  'too-large': 413,
  'wrong-kind': 415,
  'no-such-range': 416,
  'key-reused': 422,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
  late: 504,
} as const

export type ProblemKind = keyof typeof PROBLEM_STATUS

/**
 * What a call that failed may have left behind. `unknown`: it may have been saved, and repeating it under the same
 * Idempotency-Key does it once. It is said of this one sending: of an earlier one under the same key it knows nothing.
 */
export const Outcome = z.enum(['nothing-saved', 'unknown'])
export type Outcome = z.infer<typeof Outcome>

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  message: z.string(),
  /** Field path to what is wrong with it. */
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  /** There where the failure was not the caller's. */
  outcome: Outcome.optional(),
  /** Where what this is about is to be asked for. */
  instance: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** `code-wanted`: the password was right, and the code of the second factor is asked for now. */
export type RejectionReason = 'code-wanted'

/** A refusal that is part of the domain: an answer of a decider, not an exception. */
export interface Rejection {
  rejected: ProblemKind
  message: string
  errors?: Record<string, string>
  /** Which refusal of its kind it is, where code has to tell it from others; never by its text. */
  reason?: RejectionReason
  outcome?: Outcome
  /** Seconds after which it is worth another try; told as Retry-After. */
  retryAfter?: number
  /** Where what this is about is to be asked for, below the server's origin. */
  instance?: string
}

/** Whether an answer is a refusal. */
export const isRejection = (answer: object): answer is Rejection => 'rejected' in answer

export function reject(
  rejected: ProblemKind,
  message: string,
  errors?: Record<string, string>,
  reason?: RejectionReason,
): Rejection {
  return { rejected, message, ...(errors && { errors }), ...(reason && { reason }) }
}
