/**
 * Errors as problem documents of RFC 9457.
 * Screens show their additional field `message`.
 */
import { z } from 'zod'
import type { Message } from '../languages/message.ts'
import { translateToEnglish } from '../languages/translate.ts'

/** Kinds of problems, with the HTTP status of each. */
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
 * Tells whether a failed command may have saved something.
 * After `unknown`, retries with the same Idempotency-Key execute the command only once.
 * Earlier calls with the same key are not considered.
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
  /**
   * Present if the failure is not the caller's fault.
   * It says whether the data may have been saved.
   */
  outcome: SaveOutcome.optional(),
  /** Path of the resource that the problem is about. */
  instance: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** `code-wanted`: the password is correct; the second factor's code is required. */
type RejectionReason = 'code-wanted'

/** A refusal, which a decider returns instead of throwing. */
export interface Rejection {
  rejected: ProblemKind
  /** Message to the user, translated when it is sent. */
  text: Message
  /** The text in English, for logs. */
  message: string
  /** Error texts by field path. */
  errors?: Record<string, Message>
  /** Distinguishes refusals in code, which must never compare their text. */
  reason?: RejectionReason
  outcome?: SaveOutcome
  /** Number of seconds until a retry makes sense; sent as Retry-After. */
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
  return { rejected, text, message: translateToEnglish(text), ...(errors && { errors }), ...(reason && { reason }) }
}
