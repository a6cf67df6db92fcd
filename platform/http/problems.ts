/** Turns what went wrong into problem documents: a rejection, a broken request, or an error nobody expected. */

import type { Response } from 'express'
import type { z } from 'zod'
import { type Outcome, PROBLEM_STATUS, type Problem, type Rejection, reject } from '#contract/door/problems.ts'
import { lookUp } from '#rules/dictionary.ts'
import { isDiskError } from '../disk-errors.ts'
import { StoreUnavailable, WrongExpectedRevision } from '../event-store/event-store.ts'
import { RowsBehind, TableMissing } from '../read-store/read-store.ts'
import { PersonErased } from '../vault/vault.ts'

/** Sends a rejection as application/problem+json, with the ids under which the log knows it. */
export function sendProblem(response: Response, rejection: Rejection): void {
  const { rejected, message, errors, outcome, retryAfter, instance } = rejection
  const status = PROBLEM_STATUS[rejected]
  const problem: Problem = {
    type: `https://wastesense.example/problems/${rejected}`,
    title: rejected,
    status,
    message,
    errors,
    requestId: response.locals.requestId,
    outcome,
    instance,
  }
  // Whoever sent half a request would take what follows it for its end.
  if (rejected === 'timed-out') response.set('Connection', 'close')
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
  response.status(status).type('application/problem+json').send(JSON.stringify(problem))
}

/** A rejection that names each wrong field and what is wrong with it; `message` is the first of them. */
export function rejectFields(error: z.ZodError): Rejection {
  // The first issue of a field comes last, and stays.
  const errors = error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message] as const).reverse()
  const message = error.issues[0]?.message ?? 'The request is not valid.'
  return reject('bad-request', message, Object.fromEntries(errors))
}

/** What is known of a call that failed. */
export interface Failed {
  /** Only asked for something. */
  reads: boolean
  /** Came with an Idempotency-Key. */
  repeatable: boolean
  outcome: Outcome
}

const DISK = "the disk is full or can't be used. Please try again later."
const AWAY = 'the store is not available. Please try again in a moment.'
const MAY_BE_SAVED = 'The store did not answer, so this may have been saved or not.'

/** A store is mostly back within seconds. */
const RETRY_S = 2

const later = (message: string, outcome: Outcome): Rejection => ({
  ...reject('unavailable', message),
  outcome,
  retryAfter: RETRY_S,
})

/** The answer while a store is away, or for another reason: what it left behind, and what the caller can do now. */
function unavailable({ reads, repeatable, outcome }: Failed, why = AWAY): Rejection {
  const away = (message: string) => later(message, outcome)
  if (reads) return away(`This can't be told now: ${why}`)
  if (outcome === 'nothing-saved') return away(`Nothing was saved this time: ${why}`)
  if (repeatable) return away(`${MAY_BE_SAVED} Trying again is safe with the same Idempotency-Key: it is done once.`)
  return away(`${MAY_BE_SAVED} It had no Idempotency-Key: please look before you send it again.`)
}

/** The `type` of an error about a body. */
export const NOT_UTF8 = 'body.not-utf8'

/** What Express and its parts refuse with a status that says more than 400. */
const OF_LIBRARIES: Readonly<Record<string, Rejection>> = {
  412: reject('changed', 'The file has changed. Please load it again.'),
  415: reject(
    'wrong-kind',
    'The request is in an encoding that is not read here. Send it in UTF-8, as it is or in gzip.',
  ),
  416: reject('no-such-range', 'The file has no such part. Content-Range says how long it is.'),
}

/** A failure of ours that nobody foresaw. */
export const unforeseen = ({ outcome }: Failed): Rejection => ({
  ...reject('internal', 'Something went wrong on our side.'),
  outcome,
})

/** What an exception means to the caller; undefined for those that are our fault. */
export function rejectionOf(error: unknown, failed: Failed): Rejection | undefined {
  if (error instanceof StoreUnavailable || isDatabaseError(error)) return unavailable(failed)
  if (error instanceof TableMissing)
    return later(
      'The boards are being prepared, or a newer version of WasteSense has replaced them. Please try again in a moment.',
      failed.outcome,
    )
  if (isDiskError(error)) return unavailable(failed, DISK)
  if (error instanceof RowsBehind)
    return later('The boards are behind what has happened. Please try again in a moment.', failed.outcome)
  if (error instanceof WrongExpectedRevision)
    return reject('conflict', 'Somebody else changed this at the same moment. Please look again and retry.')
  if (error instanceof PersonErased) return reject('unauthenticated', 'Please sign in again.')
  const kind = (error as { type?: string }).type
  if (kind === 'entity.too.large') return reject('too-large', 'The request is too large.')
  if (kind === NOT_UTF8)
    return reject('bad-request', 'The request is not UTF-8. Please send it as UTF-8.', { body: 'not UTF-8' })
  if (kind === 'entity.parse.failed')
    return reject('bad-request', 'The request is not valid JSON.', { body: 'not JSON' })
  const { status = 500 } = error as { status?: number }
  const known = lookUp(OF_LIBRARIES, String(status))
  if (known) return known
  if (status >= 400 && status < 500) return reject('bad-request', 'The request could not be read.')
  if (error instanceof URIError) return reject('bad-request', 'The address is not valid.')
  return undefined
}

/** How a socket breaks when the server behind it goes: MongoDB's driver lets it through bare where it was just writing. */
const BROKEN_SOCKET: readonly unknown[] = ['EPIPE', 'ECONNRESET']

/**
 * The vault's and the read store's own failures: a full disk, a server that does not answer. Every error of MongoDB's driver
 * has labels; not every one has a name that says whose it is, and the driver is not loaded where nobody uses it.
 */
function isDatabaseError(error: unknown): boolean {
  const { code, hasErrorLabel } = error as { code?: string; hasErrorLabel?: unknown }
  return code === 'ERR_SQLITE_ERROR' || typeof hasErrorLabel === 'function' || BROKEN_SOCKET.includes(code)
}
