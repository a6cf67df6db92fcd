/**
 * Turns rejections, malformed requests and unexpected errors into problem documents.
 * Finds the language that a request asks for, and names the answer's language in a header.
 */

import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { z } from 'zod'
import { PROBLEM_STATUS, type Problem, type Rejection, reject, type SaveOutcome } from '#contract/http/problems.ts'
import { toSchemaMessage } from '#contract/http/schema-texts.ts'
import { localeOfLanguageHeader, type TextLocale } from '#contract/languages/locales.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import { isDiskError } from '../disk-errors.ts'
import { StoreMismatch, StoreUnavailable, WrongExpectedRevision } from '../event-store/event-store.ts'
import { translatorOf } from '../languages/catalogues.ts'
import { RowsBehind, TableMissing } from '../read-store/read-store.ts'
import { PersonErased } from '../vault/vault.ts'

/** Sends a rejection as application/problem+json, in the request's language. */
export function sendProblem(response: Response, rejection: Rejection): void {
  const { rejected, text, errors, outcome, retryAfter, instance } = rejection
  const locale = requestLocaleOf(response.req)
  const translate = translatorOf(locale)
  const status = PROBLEM_STATUS[rejected]
  const problem: Problem = {
    type: `https://wastesense.example/problems/${rejected}`,
    title: rejected,
    status,
    message: translate(text),
    errors: errors && Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, translate(error)])),
    requestId: response.locals.requestId,
    outcome,
    instance,
  }
  // Closes the connection, because the server would read later bytes as the rest of this request.
  if (rejected === 'timed-out') response.set('Connection', 'close')
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
  setLanguage(response, locale)
  response.status(status).type('application/problem+json').send(JSON.stringify(problem))
}

/**
 * Returns a rejection with an error for each invalid field.
 * The rejection's text is the first of these errors.
 */
export function rejectInvalidFields(error: z.ZodError): Rejection {
  // Reverses the issues.
  // If a field has several, its first issue then overwrites the later ones.
  const errors = error.issues
    .map((issue) => [issue.path.join('.') || 'body', toSchemaMessage(issue.message)] as const)
    .reverse()
  const [first] = error.issues
  const text = first ? toSchemaMessage(first.message) : msg`What you sent is not valid.`
  return reject('bad-request', text, Object.fromEntries(errors))
}

/** Facts about a failed API call. */
interface FailedCall {
  /** Whether the failed call only reads data. */
  reads: boolean
  /** Whether the call has an Idempotency-Key. */
  repeatable: boolean
  outcome: SaveOutcome
}

const DISK_UNUSABLE = msg`the disk is full or can't be used. Please try again later.`
const DATABASE_UNAVAILABLE = msg`the database is not available. Please try again in a moment.`

/** Seconds until a retry; a store usually recovers within seconds. */
const RETRY_S = 2

const rejectForNow = (text: Message, outcome: SaveOutcome): Rejection => ({
  ...reject('unavailable', text),
  outcome,
  retryAfter: RETRY_S,
})

/**
 * Returns the rejection of a call that failed because a store is unavailable.
 * Its text says what was saved, and what to do.
 */
function unavailable({ reads, repeatable, outcome }: FailedCall, why = DATABASE_UNAVAILABLE): Rejection {
  const away = (text: Message) => rejectForNow(text, outcome)
  if (reads) return away(msg`This can't be shown now: ${{ why }}`)
  if (outcome === 'nothing-saved') return away(msg`Nothing was saved: ${{ why }}`)
  return repeatable
    ? away(
        msg`The database did not answer, so it is not known whether this was saved. You can safely try again (API calls: with the same Idempotency-Key).`,
      )
    : away(
        msg`The database did not answer, so it is not known whether this was saved. Please check before you send it again.`,
      )
}

/** Error `type` of a body that is not UTF-8. */
export const NOT_UTF8_ERROR_TYPE = 'body.not-utf8'

/** Error `type` of EventStoreDB for an append above its limit. */
const APPEND_TOO_LARGE_ERROR_TYPE = 'maximum-append-size-exceeded'

/** Rejections for error statuses of Express and its libraries, except 400. */
const OF_LIBRARIES: Readonly<Record<string, Rejection>> = {
  412: reject('changed', msg`The file has changed. Please load it again.`),
  415: reject('wrong-kind', msg`The encoding of the request is not supported. Send UTF-8, plain or gzipped.`),
  416: reject('no-such-range', msg`The file has no such range. Content-Range states its length.`),
}

/** Rejection for an unexpected error. */
export const rejectUnexpectedError = ({ outcome }: FailedCall): Rejection => ({
  ...reject('internal', msg`Something went wrong on our side.`),
  outcome,
})

/** Returns the rejection for an exception; undefined for an internal fault. */
export function rejectionOf(error: unknown, failed: FailedCall): Rejection | undefined {
  if (error instanceof StoreMismatch)
    return rejectForNow(
      msg`The stored data does not fit together, so nothing is signed. The server's messages say how to repair this.`,
      failed.outcome,
    )
  if (error instanceof StoreUnavailable || isDatabaseError(error)) return unavailable(failed)
  if (error instanceof TableMissing)
    return rejectForNow(msg`WasteSense is starting or being updated. Please try again in a moment.`, failed.outcome)
  if (isDiskError(error)) return unavailable(failed, DISK_UNUSABLE)
  if (error instanceof RowsBehind)
    return rejectForNow(
      msg`The latest changes are still being processed. Please try again in a moment.`,
      failed.outcome,
    )
  if (error instanceof WrongExpectedRevision)
    return reject('conflict', msg`Someone else just changed this. Please look again and retry.`)
  if (error instanceof PersonErased) return reject('unauthenticated', msg`Please sign in again.`)
  const kind = (error as { type?: string }).type
  if (kind === 'entity.too.large' || kind === APPEND_TOO_LARGE_ERROR_TYPE)
    return reject('too-large', msg`What you sent is too large.`)
  if (kind === NOT_UTF8_ERROR_TYPE)
    return reject('bad-request', msg`The request is not UTF-8. Please send it as UTF-8.`, { body: msg`not UTF-8` })
  if (kind === 'entity.parse.failed')
    return reject('bad-request', msg`The request is not valid JSON.`, { body: msg`not JSON` })
  const { status = 500 } = error as { status?: number }
  const known = lookUp(OF_LIBRARIES, String(status))
  if (known) return known
  if (status >= 400 && status < 500) return reject('bad-request', msg`What you sent could not be read.`)
  if (error instanceof URIError) return reject('bad-request', msg`The address is not valid.`)
  return undefined
}

/**
 * Socket errors when the server goes away.
 * MongoDB's driver passes them on unwrapped during a write.
 */
const BROKEN_SOCKET: readonly unknown[] = ['EPIPE', 'ECONNRESET']

/**
 * Whether an error, such as a full disk, comes from the vault or the read store.
 * Detects MongoDB's errors by their labels, because not all have a distinct name.
 * Does not use the classes of MongoDB's driver, which loads only if needed.
 */
function isDatabaseError(error: unknown): boolean {
  const { code, hasErrorLabel } = error as { code?: string; hasErrorLabel?: unknown }
  return code === 'ERR_SQLITE_ERROR' || typeof hasErrorLabel === 'function' || BROKEN_SOCKET.includes(code)
}

/** Returns the best supported language of the request's Accept-Language. */
export const requestLocaleOf = ({ headers }: Pick<IncomingMessage, 'headers'>): TextLocale =>
  localeOfLanguageHeader(headers['accept-language'])

/** Sets the headers for an answer's language, which depends on Accept-Language. */
export function setLanguage(response: Response, locale: TextLocale): void {
  response.set('Content-Language', locale).vary('Accept-Language')
}
