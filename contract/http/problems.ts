/** Errors as RFC 9457 problem documents, with `message`, the text that screens show. */
import { z } from 'zod'
import type { Message } from '../languages/message.ts'
import { english } from '../languages/translate.ts'

/** Problem kinds and their HTTP status. */
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
  incomplete: 422,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
  late: 504,
} as const

type ProblemKind = keyof typeof PROBLEM_STATUS

/**
 * Whether a failed call may have saved something.
 * `unknown`: it may have; a retry with the same Idempotency-Key executes the command only once.
 * Describes this call only, not earlier ones with the same key.
 */
export const SaveOutcome = z.enum(['nothing-saved', 'unknown'])
export type SaveOutcome = z.infer<typeof SaveOutcome>

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  message: z.string(),
  /** Error messages by field path. */
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  /** Present when the failure is not the caller's fault. */
  outcome: SaveOutcome.optional(),
  /** Path of the resource that the problem is about. */
  instance: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** `code-wanted`: the password is correct and the code of the second factor is required. */
type RejectionReason = 'code-wanted'

/** A refusal: a decider returns it instead of throwing. */
export interface Rejection {
  rejected: ProblemKind
  /** Message that is translated for the reader when it is sent. */
  text: Message
  /** The text in English, for logs. */
  message: string
  /** Error texts by field path. */
  errors?: Record<string, Message>
  /** Lets code distinguish refusals of one kind; code must never compare the text. */
  reason?: RejectionReason
  outcome?: SaveOutcome
  /** Seconds until a retry makes sense; sent as Retry-After. */
  retryAfter?: number
  /** Path of the resource that the refusal is about. */
  instance?: string
}

export const isRejection = (answer: object): answer is Rejection => 'rejected' in answer

export function reject(
  rejected: ProblemKind,
  text: Message,
  errors?: Record<string, Message>,
  reason?: RejectionReason,
): Rejection {
  return { rejected, text, message: english(text), ...(errors && { errors }), ...(reason && { reason }) }
}
