/** Turns what went wrong into problem documents: a rejection, a broken request, or an error nobody expected. */

import type { Response } from 'express'
import type { z } from 'zod'
import { PROBLEM_STATUS, type Problem, type Rejection, reject } from '#contract/problems.ts'
import { StoreUnavailable, WrongExpectedRevision } from '../event-store/event-store.ts'
import { PersonErased } from '../vault/vault.ts'

/** Sends a rejection as application/problem+json, with the ids under which the log knows it. */
export function sendProblem(response: Response, { rejected, message, errors, retryAfter }: Rejection): void {
  const status = PROBLEM_STATUS[rejected]
  const problem: Problem = {
    type: `https://wastesense.example/problems/${rejected}`,
    title: rejected,
    status,
    message,
    errors,
    requestId: response.locals.requestId,
  }
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
  response.status(status).type('application/problem+json').send(JSON.stringify(problem))
}

/** A rejection that names each wrong field and what is wrong with it; `message` is the first of them. */
export function rejectFields(error: z.ZodError): Rejection {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message
  return reject('bad-request', Object.values(errors)[0] ?? 'The request is not valid.', errors)
}

/** What an exception means to the caller; undefined for those that are our fault. */
export function rejectionOf(error: unknown): Rejection | undefined {
  if (error instanceof StoreUnavailable || isDatabaseError(error))
    return reject('unavailable', 'Nothing was saved: the store is not available. Please try again in a moment.')
  if (error instanceof WrongExpectedRevision)
    return reject('conflict', 'Somebody else changed this at the same moment. Please look again and retry.')
  if (error instanceof PersonErased) return reject('unauthenticated', 'Please sign in again.')
  const kind = (error as { type?: string }).type
  if (kind === 'entity.too.large') return reject('too-large', 'The request is too large.')
  if (kind === 'entity.parse.failed')
    return reject('bad-request', 'The request is not valid JSON.', { body: 'not JSON' })
  const { status = 500 } = error as { status?: number }
  if (kind?.startsWith('charset') || kind?.startsWith('encoding') || (status >= 400 && status < 500))
    return reject('bad-request', 'The request could not be read.')
  if (error instanceof URIError) return reject('bad-request', 'The address is not valid.')
  return undefined
}

/** The vault's and the read store's own failures: a full disk, a server that does not answer. */
function isDatabaseError(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string }
  return code === 'ERR_SQLITE_ERROR' || Boolean(name?.startsWith('Mongo'))
}
